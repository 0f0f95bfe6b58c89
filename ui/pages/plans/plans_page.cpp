// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/plans/plans_page.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <sstream>

#include "core/views/looks.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/controls/subject.h"
#include "ui/document/evidence_model.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

namespace {

constexpr int filter_milliseconds = 150;

void choose(QComboBox& combo, const std::string& value)
{
    const int index = combo.findData(text(value));
    if (index >= 0 && index != combo.currentIndex())
        combo.setCurrentIndex(index);
}

constexpr int combo_width = 124, result_width = 216;

} // namespace

PlansPage::PlansPage(ScenarioDocument& document, EvidenceModel& evidence, QWidget& parameters, QWidget* parent)
    : Page(page_name, parent), document_(document), evidence_(evidence), parameters_(parameters),
      model_(new PlansModel(document, this)), plans_(new PlansTableModel(this)), proxy_(new PlansProxy(*plans_, this)),
      objective_(new ObjectiveRow(document, this)), view_(new Segments(this)), x_(new QuietCombo(this)),
      y_(new QuietCombo(this)), result_(new QuietCombo(this)), left_(new QStackedWidget(this)),
      map_(new PictureView(this)), frontier_(new FigureView(this)), help_(new PictureView(this)),
      table_title_(new QLabel(tr("Plans that fit"), this)), listed_(new QLabel(this)), filter_(new QLineEdit(this)),
      filter_message_(new QLabel(this)), copy_(new QPushButton(tr("Copy table"), this)),
      table_(new PlansView(*proxy_, *plans_, this)), nothing_(new EmptyNote(table_)), pin_words_(new QLabel(this)),
      plan_panel_(new PlanPanel), reasons_(new PlanReasonsPanel), filter_timer_(new QTimer(this))
{
    build();
    connect_pictures();
    connect(model_, &PlansModel::updated, this, &PlansPage::redraw);
    model_->set_known(evidence_.is_loaded());
    connect(&evidence_, &EvidenceModel::loaded, this, [this] { model_->set_known(evidence_.is_loaded()); });
    connect(model_, &PlansModel::selection_changed, this, &PlansPage::show_selection);
    connect(plan_panel_, &PlanPanel::adopted, this, [this] {
        if (const Parts* plan = model_->selected())
            model_->adopt(*plan, model_->settings());
    });
    connect(table_, &PlansView::plan_selected, this, [this](int row) { model_->select(plans_->plan(row)); });
    connect(table_, &PlansView::plan_adopted, this, [this](int row) { model_->adopt(plans_->plan(row)); });
    filter_timer_->setSingleShot(true);
    filter_timer_->setInterval(filter_milliseconds);
    connect(filter_, &QLineEdit::textChanged, filter_timer_, qOverload<>(&QTimer::start));
    connect(nothing_, &EmptyNote::taken, filter_, &QLineEdit::clear);
    connect(filter_, &QLineEdit::returnPressed, this, &PlansPage::read_filter);
    connect(filter_timer_, &QTimer::timeout, this, &PlansPage::read_filter);
    connect(&document_, &ScenarioDocument::looked, this, &PlansPage::follow_looks);
    connect(&document_, &ScenarioDocument::replaced, this, &PlansPage::follow_looks);
    set_compact(false);
    follow_looks();
}

void PlansPage::build()
{
    auto* page = page_column(this, question_, sentence_, 4);
    question_->setText(tr("Which plan is best, and what would help most?"));
    page->addWidget(build_controls());
    auto* column = box_layout<QVBoxLayout>(nullptr, {page_padding, 0, page_padding, 0}, 0);
    page->addLayout(column, 1);
    column->addWidget(build_pictures(), 11);
    column->addSpacing(8);
    column->addWidget(build_table_header());
    pin_words_->setFont(interface_font(12));
    pin_words_->setTextFormat(Qt::RichText);
    pin_words_->setWordWrap(true);
    pin_words_->setObjectName(QStringLiteral("pin_words"));
    pin_words_->hide();
    column->addWidget(pin_words_);
    filter_message_->setFixedHeight(18);
    filter_message_->setFont(interface_font(12));
    filter_message_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    filter_message_->hide();
    column->addWidget(filter_message_);
    column->addSpacing(4);
    column->addWidget(table_, 10);
}

QWidget* PlansPage::build_controls()
{
    view_->add(QStringLiteral("map"), tr("Heat map"), tr("Any two parameters against each other"));
    view_->add(QString::fromLatin1(frontier_look), tr("Time and cost"),
               tr("What a faster run costs, on every GPU count"));
    view_->set_name(tr("Picture"));
    view_->set_current(QStringLiteral("map"));
    for (const Metric* metric : metrics_at(on_map)) {
        result_->addItem(text(metric_title(*metric, metric->label)), QString::fromLatin1(metric->key));
        result_->setItemData(result_->count() - 1, text(Word{metric->definition}), Qt::ToolTipRole);
    }
    result_->setCurrentIndex(result_->findData(QString::fromLatin1(figures::usual_map_metric().key)));
    const auto add = [&](const QString& words, QuietCombo* combo, const QString& name) {
        auto* label = new QLabel(words);
        label->setFont(interface_font(12));
        label->setBuddy(combo);
        combo->setAccessibleName(name);
        auto* both = new QWidget(this);
        auto* line = box_layout<QHBoxLayout>(both, {}, 6);
        line->addWidget(label);
        line->addWidget(combo);
        map_choices_.push_back(both);
        connect(combo, &QComboBox::currentIndexChanged, this,
                [combo] { set_subject(combo, combo->currentData().toString()); });
        combo->setToolTip(name);
    };
    add(tr("Across"), x_, tr("Parameter across the map"));
    add(tr("Down"), y_, tr("Parameter down the map"));
    add(tr("Shows"), result_, tr("Result the map shows"));
    for (QuietCombo* combo : {x_, y_})
        combo->setFixedWidth(combo_width);
    result_->setFixedWidth(result_width);
    objective_->stand_alone();
    fill_axes();
    connect(view_, &Segments::chosen, this,
            [this](const QString& value) { choose_picture(value != QLatin1String(frontier_look)); });
    const auto axes_chosen = [this](QuietCombo* changed, QuietCombo* other, const std::string& before) {
        // The other side takes what this one gives up.
        if (changed->currentData() == other->currentData())
            choose(*other, before);
        model_->set_axes(x_->currentData().toString().toStdString(), y_->currentData().toString().toStdString());
        remember_map();
    };
    connect(x_, &QComboBox::activated, this, [=, this] { axes_chosen(x_, y_, model_->x()); });
    connect(y_, &QComboBox::activated, this, [=, this] { axes_chosen(y_, x_, model_->y()); });
    connect(result_, &QComboBox::activated, this, &PlansPage::remember_map);
    return controls_row({view_, map_choices_[0], map_choices_[1], map_choices_[2], objective_});
}

QWidget* PlansPage::build_pictures()
{
    auto* row = new QWidget(this);
    auto* line = box_layout<QHBoxLayout>(row, {}, 16);
    frontier_->setMinimumSize(240, 180);
    left_->addWidget(map_);
    left_->addWidget(frontier_);
    line->addWidget(left_, 11);
    line->addWidget(help_, 10);
    row->setMinimumHeight(200);
    return row;
}

QWidget* PlansPage::build_table_header()
{
    auto* bar = new QWidget(this);
    auto* line = new Flow({});
    bar->setLayout(line);
    table_title_->setFont(interface_font(13, 600));
    filter_->setPlaceholderText(tr("filter, e.g. PP > 1"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Filter plans"));
    filter_->setToolTip(
        tr("Conditions that must all hold: PP > 1, tp=8 recompute=none, mfu >= 45, memory < 60 GB, tp=4|8"));
    auto* menu = new QMenu(copy_);
    menu->addAction(tr("For a spreadsheet (tab-separated)"), this, [this] { copy_table(QLatin1Char('\t')); });
    menu->addAction(tr("As CSV"), this, [this] { copy_table(QLatin1Char(',')); });
    copy_->setMenu(menu);
    for (QWidget* each : std::initializer_list<QWidget*>{table_title_, listed_, filter_, copy_})
        line->addWidget(each);
    return bar;
}

void PlansPage::fill_axes()
{
    const auto keys = answers::map_keys(document_.scenario());
    if (keys == map_keys_)
        return;
    map_keys_ = keys;
    for (QuietCombo* combo : {x_, y_}) {
        combo->clear();
        std::string group;
        bool advanced = false;
        for (const std::string& key : keys) {
            const ParameterDescription& row = *document_.row(key);
            const search::PlanAxis* axis = search::find_plan_axis(key);
            const std::string section = axis ? "plan" : row.group;
            if (combo->count() > 0 && (section != group || row.advanced != advanced))
                combo->insertSeparator(combo->count());
            group = section;
            advanced = row.advanced;
            combo->addItem(text(Word{axis ? axis->label() : row.label}), text(key));
            combo->setItemData(combo->count() - 1, text(Word{row.help}), Qt::ToolTipRole);
        }
    }
    choose(*x_, model_->x());
    choose(*y_, model_->y());
}

void PlansPage::connect_pictures()
{
    const auto plan_of_cell = [this](int cell) -> const Parts* {
        const auto* map = model_->map();
        if (!map || cell < 0 || cell >= static_cast<int>(map->found.cells.size()))
            return nullptr;
        const answers::PlanCell& found = map->found.cells[static_cast<std::size_t>(cell)];
        return found.parts.possible() && !found.refused ? &found.parts : nullptr;
    };
    connect(map_, &PictureView::part_clicked, this, [=, this](int cell) {
        if (const Parts* parts = plan_of_cell(cell))
            model_->select(*parts, model_->map()->found.settings_of(cell));
    });
    connect(map_, &PictureView::part_activated, this, [=, this](int cell) {
        if (const Parts* parts = plan_of_cell(cell); parts && parts->fits())
            model_->adopt(*parts, model_->map()->found.settings_of(cell));
    });
    const auto jump = [this](int part) {
        if (const auto subjects = part_subjects(help_->figure(), part); !subjects.empty())
            emit parameter_wanted(text(subjects.front()));
    };
    connect(help_, &PictureView::part_clicked, this, jump);
    connect(help_, &PictureView::part_activated, this, jump);
    const auto run_of = [this](const QString& name) -> const Parts* {
        const auto* choices = model_->choices();
        if (!choices)
            return nullptr;
        for (const answers::CurvePoint& point : choices->found.curve)
            if (text(units::format(point.gpus, units::Unit::Gpus)) == name)
                return &point.parts;
        return nullptr;
    };
    connect(frontier_, &FigureView::point_clicked, this, [=, this](const QString& name) {
        if (const Parts* parts = run_of(name))
            model_->select(*parts);
    });
    frontier_->set_point_hint([=](const std::string& name) {
        const Parts* parts = run_of(text(name));
        return parts ? text(name) + QStringLiteral("\n") + text(narrate::plan_words(parts->plan)) : QString();
    });
}

std::map<std::string, QWidget*> PlansPage::panels()
{
    return {{"parameters", &parameters_}, {"compare", pin_panel_}, {"plan", plan_panel_}, {"plan-reasons", reasons_}};
}

void PlansPage::follow_pins(QWidget& panel, std::function<std::vector<figures::PinnedRun>()> pins)
{
    pin_panel_ = &panel;
    pins_ = std::move(pins);
}

void PlansPage::refresh_pins()
{
    show_pictures();
    show_pins();
    show_table();
}

/// Shows the plans as the scenario's view says.
void PlansPage::follow_looks()
{
    const figures::View& view = document_.scenario().view;
    std::istringstream words(figures::looks::of(view, figures::looks::map));
    const answers::PlanMapQuestion usual;
    std::string x = usual.x, y = usual.y, metric = figures::usual_map_metric().key;
    std::string wanted_x, wanted_y, wanted_metric;
    if (words >> wanted_x >> wanted_y >> wanted_metric && wanted_x != wanted_y
        && std::count(map_keys_.begin(), map_keys_.end(), wanted_x)
        && std::count(map_keys_.begin(), map_keys_.end(), wanted_y)) {
        x = wanted_x;
        y = wanted_y;
        metric = wanted_metric;
    }
    model_->set_axes(x, y);
    choose(*x_, x);
    choose(*y_, y);
    choose(*result_, metric);
    show_picture(figures::looks::of(view, figures::looks::plans) != frontier_look);
    show_pictures();
}

void PlansPage::remember_map()
{
    const answers::PlanMapQuestion usual;
    const std::string metric = result_->currentData().toString().toStdString();
    const bool plain = model_->x() == usual.x && model_->y() == usual.y && metric == figures::usual_map_metric().key;
    document_.look(figures::looks::map, plain ? std::string() : model_->x() + ' ' + model_->y() + ' ' + metric);
    show_pictures();
}

void PlansPage::show_picture(bool map)
{
    view_->set_current(map ? QStringLiteral("map") : QString::fromLatin1(frontier_look));
    for (QWidget* choice : map_choices_)
        choice->setVisible(map);
    left_->setCurrentIndex(map ? 0 : 1);
    model_->show_frontier(!map);
}

void PlansPage::choose_picture(bool map)
{
    show_picture(map);
    document_.look(figures::looks::plans, map ? "" : frontier_look);
}

/// Shows a picture; what would help stands beside either.
void PlansPage::show_view(const views::View& view)
{
    if (view.look != std::string("help"))
        choose_picture(view.look != std::string(frontier_look));
}

std::vector<Page::DrawnView> PlansPage::drawn() const
{
    std::vector<DrawnView> views;
    if (model_->map())
        views.push_back({"map", map_figure(), map_});
    if (model_->help())
        views.push_back({"help", help_figure(), help_});
    if (model_->choices())
        views.push_back({frontier_look, front_figure(), frontier_, left_->currentIndex() == 1});
    return views;
}

QString PlansPage::filter_message() const { return filter_message_->isHidden() ? QString() : filter_message_->text(); }

void PlansPage::read_filter()
{
    filter_timer_->stop();
    const auto filter = answers::parse_plan_filter(filter_->text().toStdString());
    set_style_property(*filter_, "state", filter ? QString() : QStringLiteral("refused"));
    filter_message_->setVisible(!filter);
    if (!filter) {
        filter_message_->setText(text(filter.error()));
        filter_message_->setToolTip(tip(filter_message_->text()));
        return; // the table keeps the last filter that was understood
    }
    proxy_->set_filter(*filter);
    model_->set_filter(*filter);
    show_table();
}

void PlansPage::copy_table(QChar separator) { QApplication::clipboard()->setText(table_->as_text(separator)); }

void PlansPage::fit()
{
    const bool compact = is_compact();
    filter_->setFixedWidth(compact ? 160 : 220);
    copy_->setText(compact ? tr("Copy") : tr("Copy table"));
}

void PlansPage::set_active(bool active) { model_->set_active(active); }

} // namespace plateau::ui
