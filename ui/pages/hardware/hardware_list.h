// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <string>
#include <vector>

#include "core/catalog/catalog.h"

class QLabel;
class QLineEdit;

namespace plateau::ui {

class CheckBox;
class OneTabStop;

/// Which hardware is compared: everything there is, by vendor, with what can be typed to find it.
class HardwareList final : public QScrollArea {
    Q_OBJECT
public:
    explicit HardwareList(QWidget* parent = nullptr);

    /// `own`: the scenario's, always compared.
    void show_hardware(const catalog::Catalog& catalog, const std::string& own,
                       const std::vector<std::string>& compared);
    CheckBox* box(const std::string& id) const;
    QSize sizeHint() const override { return {300, 400}; }

signals:
    void toggled(const QString& id, bool compared);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Entry {
        std::string id;
        std::string vendor;
        CheckBox* box;
    };
    void build(const catalog::Catalog& catalog);
    void find(const QString& words);
    void dress();

    QLineEdit* finder_;
    OneTabStop* boxes_ = nullptr;
    std::vector<Entry> entries_;
    std::vector<QLabel*> vendors_;
};

} // namespace plateau::ui
