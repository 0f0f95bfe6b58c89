// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <functional>

#include "core/catalog/catalog.h"
#include "ui/document/question_document.h"

class QMenu;
class QToolButton;

namespace plateau {
struct LimitsScenario;
}

namespace plateau::ui {

class ConfigurationList;
class LimitsModel;

/// The configurations laid over each other: which are shown, which one the parameters edit; add, duplicate, rename,
/// remove.
class ConfigurationPanel final : public QWidget {
    Q_OBJECT
public:
    ConfigurationPanel(LimitsDocument& document, LimitsModel& model, QWidget* parent = nullptr);

    void refresh();
    ConfigurationList& list() const { return *list_; }
    QMenu* add_menu() const { return add_menu_; }
    QSize sizeHint() const override;

signals:
    /// A question of the workbench's hardware is wanted in the list.
    void workbench_wanted();

private:
    QString shown_title(std::size_t index) const;
    void fill_add_menu();
    void show_row_menu(int row, const QPoint& global);
    void duplicate(std::size_t index);

    LimitsDocument& document_;
    LimitsModel& model_;
    ConfigurationList* list_;
    QToolButton* add_;
    QToolButton* duplicate_;
    QToolButton* remove_;
    QMenu* add_menu_;
};

/// What is particular about a configuration: "NVLink domain 72, Duration 6 months".
QString configuration_words(const LimitsDocument& document, std::size_t index);

/// What a limits scenario varies: "Hardware", "NVLink domains".
QString limits_group(const LimitsScenario& scenario);

/// The shipped limits scenarios in submenus, by what they vary; they are read when their menu opens.
void add_limits_presets(QMenu& menu, const catalog::Catalog& catalog,
                        const std::function<void(const QString& file)>& chosen);

} // namespace plateau::ui
