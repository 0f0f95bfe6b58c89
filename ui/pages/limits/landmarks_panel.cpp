// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

namespace {

constexpr int row_height = 22;
constexpr int narrow_below = 280;
constexpr int wide_from = 380; ///< for many configurations
constexpr std::size_t many_columns = 4;

std::span<const figures::LandmarkRow> rows() { return figures::landmark_rows(); }

} // namespace

LandmarksPanel::LandmarksPanel(QWidget* parent) : Panel(parent), grid_(new QGridLayout(this))
{
    setAttribute(Qt::WA_StyledBackground);
    grid_->setContentsMargins(12, 4, 12, 8);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(0, 1);
    grid_->setRowStretch(static_cast<int>(rows().size()) + 1, 1);
}

QLabel* LandmarksPanel::cell(int row, int column)
{
    if (auto* item = grid_->itemAtPosition(row, column))
        return static_cast<QLabel*>(item->widget());
    QLabel* label = column == 0 ? new QLabel(this) : new ValueLabel(this);
    grid_->addWidget(label, row, column);
    grid_->setRowMinimumHeight(row, row_height);
    return label;
}

void LandmarksPanel::show_picture(const figures::LimitsPicture& picture)
{
    columns_.clear();
    for (std::size_t i = 0; i < picture.curves.size(); ++i) {
        const figures::LimitsCurve& curve = picture.curves[i];
        Column column{text(figures::letter_of(curve.number)),
                      text(curve.name),
                      curve.role,
                      i == picture.current,
                      curve.standing,
                      {}};
        for (const Message& words : landmark_cells(curve))
            column.cells.push_back(text(words));
        columns_.push_back(std::move(column));
    }
    make_room();
    fill();
}

void LandmarksPanel::fill()
{
    const Theme& theme = theme_of(this);
    for (int column = static_cast<int>(columns_.size()) + 1; column < grid_->columnCount(); ++column)
        for (int row = 0; row <= static_cast<int>(rows().size()); ++row)
            if (grid_->itemAtPosition(row, column))
                cell(row, column)->hide();
    cell(0, 0)->setText(tr("FLOP"));
    restyle(cell(0, 0), QStringLiteral("color: %1; font-size: 12px").arg(theme.text2.name()));
    for (std::size_t row = 0; row < rows().size(); ++row) {
        QLabel* name = cell(static_cast<int>(row) + 1, 0);
        name->setText(text(Word{rows()[row].name}));
        name->setToolTip(text(Word{rows()[row].help}));
        const bool form = rows()[row].closed_form;
        name->setIndent(form ? 10 : 0);
        restyle(name,
                QStringLiteral("color: %1; font-size: %2px")
                    .arg((form ? theme.text2 : theme.text).name())
                    .arg(narrow_ ? 11 : 13));
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        const int at = static_cast<int>(i) + 1;
        QLabel* head = cell(0, at);
        head->show();
        head->setText(columns_.size() == 1 ? tr("Found by search") : column.head);
        head->setToolTip(tip(column.name));
        restyle(
            head,
            QStringLiteral("color: %1; font-weight: 600; font-size: 12px").arg(theme.series(column.role).label.name()));
        for (std::size_t row = 0; row < column.cells.size(); ++row) {
            QLabel* value = cell(static_cast<int>(row) + 1, at);
            value->show();
            value->setText(column.cells[row]);
            value->setAccessibleName(column.name + QLatin1Char(' ') + text(Word{rows()[row].name}) + QLatin1Char(' ')
                                     + column.cells[row]);
            restyle(value,
                    QStringLiteral("color: %1; font-weight: %2; font-size: %3px")
                        .arg((column.standing != answers::Standing::Current ? theme.text3
                                  : rows()[row].closed_form                 ? theme.text2
                                                                            : theme.text)
                                 .name())
                        .arg(column.current ? 600 : 400)
                        .arg(narrow_ ? 11 : 13));
        }
    }
}

QString LandmarksPanel::as_text() const
{
    QString words = tr("FLOP");
    for (const Column& column : columns_)
        words += QLatin1Char('\t') + column.name;
    for (std::size_t row = 0; row < rows().size(); ++row) {
        words += QLatin1Char('\n') + text(Word{rows()[row].name});
        for (const Column& column : columns_)
            words += QLatin1Char('\t') + column.cells[row];
    }
    return words;
}

void LandmarksPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (make_room() && !columns_.empty())
        fill();
}

/// Takes smaller letters where names and numbers would not stand beside each other; true: the size changed.
bool LandmarksPanel::make_room()
{
    const bool narrow = width() < narrow_below || (columns_.size() >= many_columns && width() < wide_from);
    if (narrow == narrow_)
        return false;
    narrow_ = narrow;
    grid_->setHorizontalSpacing(narrow ? 5 : 10);
    return true;
}

namespace {

enum Group { Hardware, Networks, Domains, Batches, Durations, Others, group_count };

constexpr std::array<const char*, group_count> group_names{
    QT_TRANSLATE_NOOP("limits_presets", "Hardware"),
    QT_TRANSLATE_NOOP("limits_presets", "Networks and latencies"),
    QT_TRANSLATE_NOOP("limits_presets", "NVLink domains"),
    QT_TRANSLATE_NOOP("limits_presets", "Batch rules"),
    QT_TRANSLATE_NOOP("limits_presets", "Durations"),
    QT_TRANSLATE_NOOP("limits_presets", "Others")};

Group group_of(const LimitsScenario& scenario)
{
    const auto sets = [&](const char* key) { return scenario.overrides.count(key) > 0; };
    if (sets("batch_rule") || sets("batch_exponent"))
        return Batches;
    const limits::NetworkLevel& inner = scenario.question.machine.network.levels[0];
    if (sets("nvlink_domain") && std::isfinite(inner.group))
        return Domains;
    if (sets("nvlink_domain") || sets("network") || sets("network_latency") || sets("scale_out_bandwidth"))
        return Networks;
    if (std::abs(scenario.question.run_seconds / limits::year_seconds - 0.25) > 1e-6)
        return Durations;
    const auto plain = [](const auto& entry) {
        return entry.first == "hardware" || entry.first == "duration" || entry.first == "sparse"
            || entry.first == "precision";
    };
    return std::all_of(scenario.overrides.begin(), scenario.overrides.end(), plain) ? Hardware : Others;
}

struct Preset {
    QString file;
    LimitsScenario scenario;
};

void fill(QMenu& menu, const catalog::Catalog& catalog, const std::function<void(const QString&)>& chosen)
{
    std::array<std::vector<Preset>, group_count> groups;
    for (const auto& path : catalog::preset_files(catalog.folders, "scenarios")) {
        const auto kind = scenario_kind(path);
        if (!kind || *kind != "limits")
            continue;
        auto scenario = read_limits_scenario(catalog, path);
        if (!scenario)
            continue;
        const Group group = group_of(*scenario);
        groups[static_cast<std::size_t>(group)].push_back({text(path.string()), std::move(*scenario)});
    }
    std::stable_sort(groups[Domains].begin(), groups[Domains].end(), [](const Preset& a, const Preset& b) {
        return a.scenario.question.machine.network.levels[0].group
            < b.scenario.question.machine.network.levels[0].group;
    });
    std::stable_sort(groups[Durations].begin(), groups[Durations].end(), [](const Preset& a, const Preset& b) {
        return a.scenario.question.run_seconds < b.scenario.question.run_seconds;
    });
    for (std::size_t group = 0; group < group_count; ++group) {
        if (groups[group].empty())
            continue;
        QMenu* submenu = menu.addMenu(QCoreApplication::translate("limits_presets", group_names[group]));
        submenu->setToolTipsVisible(true);
        for (const Preset& preset : groups[group]) {
            QAction* item = submenu->addAction(text(title_of(preset.scenario)));
            item->setToolTip(tip(lines(notes_of(preset.scenario))));
            QObject::connect(item, &QAction::triggered, &menu, [chosen, file = preset.file] { chosen(file); });
        }
    }
}

} // namespace

QString limits_group(const LimitsScenario& scenario)
{
    return QCoreApplication::translate("limits_presets", group_names[static_cast<std::size_t>(group_of(scenario))]);
}

void add_limits_presets(QMenu& menu, const catalog::Catalog& catalog,
                        const std::function<void(const QString& file)>& chosen)
{
    QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu, &catalog, chosen] {
        if (menu.property("presets").toBool())
            return;
        menu.setProperty("presets", true);
        fill(menu, catalog, chosen);
    });
}

QString configuration_words(const LimitsDocument& document, std::size_t index)
{
    const LimitsScenario& scenario = *document.shared_scenario(index);
    QStringList words;
    for (const LimitsParameter& row : limits_parameters().rows()) {
        const bool told = row.key == "hardware" || row.key == "duration" || row.group == "view";
        if (!told && scenario.overrides.count(row.key))
            words << text(Word{row.label}) + QLatin1Char(' ') + shown_value(row, row.get(scenario), document.catalog());
    }
    const limits::Network& network = scenario.question.machine.network;
    const auto rate = [&](int level) {
        return quantity(network.levels[static_cast<std::size_t>(level)].bytes_per_s / 2, units::Unit::BytesPerSecond);
    };
    if (words.isEmpty() && network.count > 1)
        words << QCoreApplication::translate("ConfigurationPanel", "domains of %1, %2 and %3")
                     .arg(quantity(network.levels[0].group, units::Unit::Count), rate(0), rate(network.count - 1));
    if (scenario.cluster_mode == ClusterMode::Deadline)
        words << text(narrate::months(scenario.question.run_seconds));
    return words.join(QStringLiteral(", "));
}

ConfigurationPanel::ConfigurationPanel(LimitsDocument& document, LimitsModel& model, QWidget* parent)
    : QWidget(parent), document_(document), model_(model), list_(new ConfigurationList(this)),
      add_menu_(new QMenu(this))
{
    setObjectName(QStringLiteral("dock"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = box_layout<QVBoxLayout>(this, {0, 2, 0, 6}, 0);
    column->addWidget(list_);
    auto* buttons = box_layout<QHBoxLayout>(nullptr, {6, 2, 6, 0}, 2);
    add_ = tool_button(tr("Add"), tr("Add a configuration"), this);
    duplicate_ = tool_button(tr("Duplicate"), tr("Duplicate the current configuration"), this);
    remove_ = tool_button(tr("Remove"), tr("Remove the current configuration"), this);
    add_->setPopupMode(QToolButton::InstantPopup);
    add_->setMenu(add_menu_);
    for (QToolButton* each : {add_, duplicate_, remove_})
        buttons->addWidget(each);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch();
    fill_add_menu();
    connect(duplicate_, &QToolButton::clicked, this, [this] { duplicate(document_.current_index()); });
    connect(remove_, &QToolButton::clicked, this, [this] { document_.remove(document_.current_index()); });
    connect(list_, &ConfigurationList::chosen, this,
            [this](int row) { document_.select(static_cast<std::size_t>(row)); });
    connect(list_, &ConfigurationList::renamed, this, [this](int row, const QString& name) {
        const auto index = static_cast<std::size_t>(row);
        if (name != shown_title(index)) // a shipped one is read in the window's language, and stays
            document_.rename(index, name);
    });
    connect(list_, &ConfigurationList::removal_wanted, this,
            [this](int row) { document_.remove(static_cast<std::size_t>(row)); });
    connect(list_, &ConfigurationList::hide_wanted, this, [this](int row, bool hidden) {
        model_.set_hidden(document_.configurations()[static_cast<std::size_t>(row)].slot, hidden);
        refresh();
    });
    connect(list_, &ConfigurationList::menu_wanted, this, &ConfigurationPanel::show_row_menu);
    refresh();
}

QSize ConfigurationPanel::sizeHint() const
{
    return {300, static_cast<int>(document_.configurations().size()) * 44 + 42};
}

QString ConfigurationPanel::shown_title(std::size_t index) const
{
    return model_.names_are_asked() ? QStringLiteral("?") : text(document_.title_words(index));
}

void ConfigurationPanel::refresh()
{
    const auto& all = document_.configurations();
    std::vector<ConfigurationRow::Content> rows;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool current = i == document_.current_index();
        rows.push_back({shown_title(i), all.size() > 1 ? text(figures::letter_of(int(i) + 1)) : QString(),
                        model_.names_are_asked() ? QString() : configuration_words(document_, i),
                        figures::role_of_slot(all[i].slot), current, !current && model_.is_hidden(all[i].slot),
                        !current});
    }
    list_->show_rows(rows);
    const bool room = all.size() < LimitsDocument::most_configurations;
    add_->setEnabled(room);
    duplicate_->setEnabled(room);
    add_->setToolTip(room ? tr("Add a configuration") : tr("Five configurations are as many as can be told apart"));
    remove_->setEnabled(all.size() > 1);
    updateGeometry();
}

void ConfigurationPanel::duplicate(std::size_t index)
{
    LimitsScenario copy = *document_.shared_scenario(index);
    copy.title = tr("%1, changed").arg(text(document_.title_words(index))).toStdString();
    copy.shipped = false;
    document_.add(std::move(copy), {PLATEAU_TEXT("Duplicate %1"), {document_.title_words(index)}});
}

void ConfigurationPanel::fill_add_menu()
{
    add_menu_->addAction(tr("Hardware of the &workbench"), this, &ConfigurationPanel::workbench_wanted);
    add_menu_->addSeparator();
    add_limits_presets(*add_menu_, document_.catalog(), [this](const QString& file) {
        static_cast<void>(document_.add(file.toStdString())); // shipped files open
    });
}

void ConfigurationPanel::show_row_menu(int row, const QPoint& global)
{
    const auto index = static_cast<std::size_t>(row);
    QMenu menu(this);
    menu.addAction(tr("Re&name"), this, [this, row] { list_->row(row)->begin_rename(); });
    QAction* copy = menu.addAction(tr("&Duplicate"), this, [this, index] { duplicate(index); });
    QAction* remove = menu.addAction(tr("&Remove"), this, [this, index] { document_.remove(index); });
    copy->setEnabled(add_->isEnabled());
    remove->setEnabled(remove_->isEnabled());
    menu.exec(global);
}

} // namespace plateau::ui
