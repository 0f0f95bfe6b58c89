// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/hardware/hardware_model.h"
#include "ui/pages/panels/page.h"

class QStackedWidget;

namespace plateau::ui {

class FactsTable;
class FigureView;
class HardwareList;
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
