// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/hardware/hardware_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/views/equal_view.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/controls/tab_stops.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/facts_table.h"

namespace plateau::ui {

HardwareList::HardwareList(QWidget* parent) : QScrollArea(parent), finder_(new QLineEdit)
{
    auto* column = scrolling_column(*this, {12, 8, 12, 8}, 2);
    boxes_ = new OneTabStop(*widget());
    finder_->setPlaceholderText(tr("Find hardware"));
    finder_->setAccessibleName(tr("Find hardware"));
    finder_->setClearButtonEnabled(true);
    column->addWidget(finder_);
    column->addStretch();
    connect(finder_, &QLineEdit::textChanged, this, &HardwareList::find);
}

void HardwareList::build(const catalog::Catalog& catalog)
{
    auto* column = static_cast<QVBoxLayout*>(widget()->layout());
    std::vector<std::string> vendors;
    for (const catalog::Accelerator& accelerator : catalog.accelerators)
        if (std::find(vendors.begin(), vendors.end(), accelerator.vendor) == vendors.end())
            vendors.push_back(accelerator.vendor);
    const auto add = [&](QWidget* widget) { column->insertWidget(column->count() - 1, widget); };
    for (const std::string& vendor : vendors) {
        auto* head = new QLabel(text(vendor));
        head->setFont(interface_font(12, 600));
        head->setContentsMargins(0, 8, 0, 2);
        set_ink(head, "text2");
        vendors_.push_back(head);
        add(head);
        for (const catalog::Accelerator& accelerator : catalog.accelerators) {
            if (accelerator.vendor != vendor)
                continue;
            const QString title = text(accelerator.title);
            auto* box = new QCheckBox(title.section(QStringLiteral(" ("), 0, 0)); // a remark stands in the tool tip
            box->setAccessibleName(title);
            box->setToolTip(
                tip(title + QLatin1Char('\n')
                    + lines(catalog::words_of_file(accelerator.notes, catalog::is_shipped(accelerator.file)))));
            box->setMinimumWidth(1); // a long name is cut before it widens the list
            box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
            const QString id = text(accelerator.id);
            connect(box, &QAbstractButton::clicked, this, [this, id](bool checked) { emit toggled(id, checked); });
            entries_.push_back({accelerator.id, vendor, box});
            add(box);
            boxes_->add(*box);
        }
    }
}

void HardwareList::show_hardware(const catalog::Catalog& catalog, const std::string& own,
                                 const std::vector<std::string>& compared)
{
    if (entries_.empty())
        build(catalog);
    for (const Entry& entry : entries_) {
        const bool is_own = entry.id == own;
        entry.box->setChecked(is_own || std::find(compared.begin(), compared.end(), entry.id) != compared.end());
        entry.box->setEnabled(!is_own);
    }
}

QCheckBox* HardwareList::box(const std::string& id) const
{
    const auto found
        = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.id == id; });
    return found == entries_.end() ? nullptr : found->box;
}

void HardwareList::find(const QString& words)
{
    for (const Entry& entry : entries_)
        entry.box->setVisible(entry.box->text().contains(words, Qt::CaseInsensitive)
                              || text(entry.vendor).contains(words, Qt::CaseInsensitive));
    for (QLabel* vendor : vendors_)
        vendor->setVisible(std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return text(entry.vendor) == vendor->text() && entry.box->isVisibleTo(widget());
        }));
}

HardwareModel::HardwareModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), watch_(document.answers(), [this](answers::News) { emit updated(); })
{
    connect(&document_, &ScenarioDocument::changed, this, &HardwareModel::ask);
}

void HardwareModel::set_active(bool active)
{
    active_ = active;
    if (active)
        ask();
    else
        watch_.cancel();
}

void HardwareModel::set_basis(answers::Basis basis)
{
    if (basis == basis_)
        return;
    basis_ = basis;
    ask();
}

void HardwareModel::set_compared(const std::string& hardware, bool compared)
{
    std::vector<std::string> ids = this->compared();
    std::erase(ids, hardware);
    if (compared)
        ids.push_back(hardware);
    document_.remember(answers::compared_hardware_key, ids.empty() ? "none" : answers::hardware_list(ids),
                       {compared ? PLATEAU_TEXT("Compare with %1") : PLATEAU_TEXT("Leave out %1"),
                        {Verbatim{document_.catalog().accelerator(hardware)->title}}});
}

answers::EqualHardware::Key HardwareModel::key() const
{
    return answers::EqualHardware::Key::of(answers::TrainingQuestion(document_.shared_scenario()), basis_);
}

void HardwareModel::ask()
{
    if (!active_)
        return;
    watch_.ask(key());
    emit updated();
}

constexpr int value_width = 116;
constexpr std::size_t few_columns = 3; ///< beside them names stand in one line
constexpr int name_width = 160;
constexpr const char* curves_look = "_curves"; ///< ends the looks of views with curves
constexpr int bar_height = 46, legend_height = 200; ///< what bars take at most; the table has the rest

HardwarePage::HardwarePage(ScenarioDocument& document, QWidget& parameters, QWidget* parent)
    : Page(page_name, parent), document_(document), parameters_(parameters), model_(new HardwareModel(document, this)),
      list_(new HardwareList), basis_(new Segments(this)), view_(new Segments(this)),
      pictures_(new QStackedWidget(this)), bars_(new PictureView), curves_(new FigureView), table_(new FactsTable)
{
    question_->setText(tr("Which hardware for the same money, power or count?"));
    for (const answers::BasisRow& row : answers::basis_rows())
        basis_->add(QString::fromLatin1(row.name), text(Word{row.label}), text(Word{row.help}));
    basis_->set_name(tr("Held equal"));
    basis_->set_current(QString::fromLatin1(answers::row(model_->basis()).name));
    view_->add(QStringLiteral("bars"), tr("Bars"), tr("How long the run takes on each, and what with"));
    view_->add(QStringLiteral("curves"), tr("Curves"), tr("Throughput against what is held equal"));
    view_->set_name(tr("Picture"));
    view_->set_current(QStringLiteral("bars"));
    bars_->set_placeholder(tr("searching …"));
    curves_->setMinimumSize(320, 200);
    pictures_->addWidget(bars_);
    pictures_->addWidget(curves_);

    auto* column = page_column(this, question_, sentence_, 8);
    column->addWidget(controls_row({basis_, view_}));
    auto* picture = box_layout<QHBoxLayout>(nullptr, {page_padding - 4, 0, page_padding - 4, 0});
    picture->addWidget(pictures_);
    column->addLayout(picture, 6);
    auto* below = new QWidget(this);
    below->setObjectName(QStringLiteral("canvas"));
    auto* table = box_layout<QVBoxLayout>(below, {});
    table->addWidget(table_);
    table->addStretch();
    table_->set_column_width(value_width);
    auto* facts = box_layout<QHBoxLayout>(nullptr, {page_padding, 8, page_padding, 0});
    facts->addWidget(scrolled(below, this));
    column->addLayout(facts, 5);

    connect(basis_, &Segments::chosen, this, [this](const QString& name) {
        basis_->set_current(name);
        model_->set_basis(answers::find_basis(name.toStdString())->basis);
    });
    connect(view_, &Segments::chosen, this,
            [this](const QString& name) { show_picture(name == QLatin1String("bars")); });
    connect(list_, &HardwareList::toggled, this,
            [this](const QString& id, bool compared) { model_->set_compared(id.toStdString(), compared); });
    connect(model_, &HardwareModel::updated, this, &HardwarePage::redraw);
    set_compact(false);
}

std::map<std::string, QWidget*> HardwarePage::panels() { return {{"parameters", &parameters_}, {"hardware", list_}}; }

std::vector<Page::DrawnView> HardwarePage::drawn() const
{
    const auto* answer = model_->answer();
    if (!answer)
        return {};
    const std::string basis = answers::row(model_->basis()).name;
    return {{basis, figures::equal_bars_figure(*answer, model_->scenario()), bars_},
            {basis + curves_look, figures::equal_curves_figure(*answer, model_->scenario()), curves_,
             pictures_->currentIndex() == 1}};
}

void HardwarePage::show_view(const views::View& view)
{
    std::string basis = view.look;
    const bool bars = !basis.ends_with(curves_look);
    if (!bars)
        basis.erase(basis.rfind(curves_look));
    basis_->set_current(QString::fromStdString(basis));
    model_->set_basis(answers::find_basis(basis)->basis);
    show_picture(bars);
}

void HardwarePage::show_picture(bool bars)
{
    view_->set_current(bars ? QStringLiteral("bars") : QStringLiteral("curves"));
    pictures_->setCurrentIndex(bars ? 0 : 1);
    fit_picture();
    emit updated();
}

narrate::Status HardwarePage::status() const
{
    narrate::Status status;
    const auto* answer = model_->answer();
    status.verdict = {PLATEAU_TEXT("Each with its best plan, and the batch of the scenario's own"), {}};
    if (answer && !answer->clusters.empty())
        status.known = {PLATEAU_TEXT("%1 sequences a step"),
                        {Quantity{answer->clusters.front().parts.global_batch, units::Unit::Count}}};
    if (!model_->is_current())
        status.known = {PLATEAU_TEXT("searching …"), {}};
    return status;
}

PageCorner HardwarePage::corner() const { return {text(document_.title_words()), document_.about()}; }

void HardwarePage::fit() { table_->set_narrow(is_compact()); }

void HardwarePage::redraw()
{
    list_->show_hardware(document_.catalog(), document_.scenario().cluster.accelerator.id, model_->compared());
    const auto* answer = model_->answer();
    if (!answer) {
        say(tr("searching …"));
        bars_->show_figure({}, style());
        emit updated();
        return;
    }
    figures::Figure bars = figures::equal_bars_figure(*answer, model_->scenario());
    if (!model_->is_current())
        bars.earlier = figures::Roles::all();
    say(model_->is_current() ? text(bars.sentence) : tr("searching …"));
    bars_->set_placeholder(answer->clusters.empty() ? QString() : tr("searching …")); // the sentence says why
    bars_->show_figure(bars, style());
    curves_->show_figure(figures::equal_curves_figure(*answer, model_->scenario()), style());
    std::vector<QString> columns;
    int own = 0;
    for (const answers::EqualCluster* cluster : narrate::quickest_first(*answer)) {
        if (cluster == answer->clusters.data())
            own = static_cast<int>(columns.size());
        columns.push_back(text(cluster->scenario.cluster.accelerator.title));
    }
    table_->set_columns({}, columns, own);
    table_->set_name_width(columns.size() <= few_columns ? name_width : 0);
    table_->show_facts(narrate::equal_facts(*answer));
    fit_picture();
    emit updated();
}

void HardwarePage::fit_picture()
{
    const bool bars = pictures_->currentIndex() == 0 && model_->answer();
    const int count = bars ? static_cast<int>(model_->answer()->clusters.size()) : 0;
    pictures_->setMaximumHeight(bars ? bar_height * count + legend_height : QWIDGETSIZE_MAX);
}

} // namespace plateau::ui
