// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QScrollArea>

#include <string>
#include <vector>

#include "core/answers/equal_hardware.h"
#include "core/answers/watch.h"
#include "core/catalog/catalog.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QLineEdit;
class QStackedWidget;

class QCheckBox;

namespace plateau::ui {

class OneTabStop;

/// Which hardware is compared: everything there is, by vendor, with what can be typed to find it.
class HardwareList final : public QScrollArea {
    Q_OBJECT
public:
    explicit HardwareList(QWidget* parent = nullptr);

    /// `own`: the scenario's, always compared.
    void show_hardware(const catalog::Catalog& catalog, const std::string& own,
                       const std::vector<std::string>& compared);
    QCheckBox* box(const std::string& id) const;
    QSize sizeHint() const override { return {300, 400}; }

signals:
    void toggled(const QString& id, bool compared);

private:
    struct Entry {
        std::string id;
        std::string vendor;
        QCheckBox* box;
    };
    void build(const catalog::Catalog& catalog);
    void find(const QString& words);

    QLineEdit* finder_;
    OneTabStop* boxes_ = nullptr;
    std::vector<Entry> entries_;
    std::vector<QLabel*> vendors_;
};

/// The scenario's hardware against others for the same money, power or count.
class HardwareModel final : public QObject {
    Q_OBJECT
public:
    explicit HardwareModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// An idle model computes nothing; what it missed it makes up for.
    void set_active(bool active);
    answers::Basis basis() const { return basis_; }
    void set_basis(answers::Basis basis);
    /// Besides the scenario's own; part of its view.
    std::vector<std::string> compared() const { return answers::compared_hardware(document_.scenario()); }
    void set_compared(const std::string& hardware, bool compared);

    /// The last answer, and the scenario that it is to; null: none yet.
    const answers::EqualAnswer* answer() const { return watch_.answer(); }
    const Scenario& scenario() const { return *watch_.answered()->question.scenario; }
    bool is_current() const { return watch_.is_current(key()); }
    void wait() { watch_.wait(); } ///< for what is under way; for tests

signals:
    void updated();

private:
    answers::EqualHardware::Key key() const;
    void ask();

    ScenarioDocument& document_;
    answers::Basis basis_ = answers::Basis::Usd;
    bool active_ = false;
    answers::Watch<answers::EqualHardware> watch_;
};

class FactsTable;
class FigureView;
class PictureView;
class Segments;

/// Which hardware for the same money, power or count: bars of the run, curves against what is held equal, numbers.
class HardwarePage final : public Page {
    Q_OBJECT
public:
    /// `parameters` stands at the left; other pages may share it.
    HardwarePage(ScenarioDocument& document, QWidget& parameters, QWidget* parent = nullptr);

    static constexpr const char* page_name = "hardware";
    static QString tab() { return tr("Hardware"); }
    ScenarioDocument& document() override { return document_; }
    void show_view(const views::View& view) override;
    narrate::Status status() const override;
    PageCorner corner() const override;
    void set_active(bool active) override { model_->set_active(active); }

    HardwareModel& model() { return *model_; }
    HardwareList& list() const { return *list_; }
    PictureView& bars() const { return *bars_; }
    FigureView& curves() const { return *curves_; }
    FactsTable& table() const { return *table_; }
    Segments& basis() const { return *basis_; }

protected:
    std::vector<DrawnView> drawn() const override;
    std::map<std::string, QWidget*> panels() override;
    void fit() override;
    void redraw() override;

private:
    void show_picture(bool bars);
    void fit_picture();

    ScenarioDocument& document_;
    QWidget& parameters_;
    HardwareModel* model_;
    HardwareList* list_;
    Segments* basis_;
    Segments* view_;
    QStackedWidget* pictures_;
    PictureView* bars_;
    FigureView* curves_;
    FactsTable* table_;
};

} // namespace plateau::ui
