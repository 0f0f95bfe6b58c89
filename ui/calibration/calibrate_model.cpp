// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/files/node.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/calibration/calibrate_panel.h"
#include "ui/calibration/evidence_page.h"
#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/keeping.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"

namespace plateau::ui {

namespace {

constexpr std::size_t most_runs = 200;

constexpr std::pair<const char*, double evidence::TypedRun::*> measured_cells[]
    = {{"step_seconds", &evidence::TypedRun::step_seconds},
       {"tokens_per_s", &evidence::TypedRun::tokens_per_s},
       {"memory_bytes", &evidence::TypedRun::memory_bytes}};

std::string without_last_line_end(std::string words)
{
    words.erase(words.find_last_not_of('\n') + 1);
    return words;
}

} // namespace

CalibrateModel::CalibrateModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), fit_(document.answers(), [this](answers::News) { emit updated(); })
{
}

std::string CalibrateModel::base() const { return base_.empty() ? document_.scenario().assumptions.stack.id : base_; }

void CalibrateModel::set_base(const std::string& stack)
{
    base_ = stack;
    fit();
}

std::string CalibrateModel::table() const { return evidence::own_table(document_.catalog(), document_.scenario()); }

Expected<void> CalibrateModel::add_typed(const evidence::TypedRun& run, double gpus)
{
    Scenario scenario = document_.scenario();
    if (gpus > 0 && gpus != scenario.cluster.gpus) {
        auto changed = with_value(document_.catalog(), scenario, "gpus", Value(gpus));
        if (!changed)
            return failure(changed.error().what, "gpus", changed.error().accepted);
        scenario = std::move(*changed);
    }
    if (auto added = add_typed(scenario, run); !added)
        return added;
    fit();
    return {};
}

Expected<void> CalibrateModel::add_typed(const Scenario& scenario, const evidence::TypedRun& run)
{
    evidence::Sample probe;
    Run added;
    added.run.typed = run;
    if (added.run.typed.id.empty())
        added.run.typed.id = tr("run %1").arg(typed_ + 1).toStdString();
    if (auto possible = evidence::add_run(probe, scenario, added.run.typed); !possible)
        return possible;
    added.run.scenario = std::make_shared<const Scenario>(scenario);
    ++typed_;
    if (base_.empty())
        base_ = base();
    runs_.push_back(std::move(added));
    return {};
}

Expected<void> CalibrateModel::add_file(const std::string& file)
{
    const auto table = files::read_text(file);
    if (!table)
        return tl::unexpected(table.error());
    if (auto added = add_table(*table, file, {}); !added)
        return added;
    fit();
    return {};
}

/// Adds all rows of a table, or only those wanted.
Expected<void> CalibrateModel::add_table(const std::string& table, const std::string& file,
                                         const std::set<std::size_t>& wanted)
{
    auto rows = evidence::rows_in(files::parse_csv(table, file), file);
    if (!rows)
        return tl::unexpected(rows.error());
    if (rows->empty() || rows->size() + runs_.size() > most_runs)
        return failure({rows->empty() ? PLATEAU_TEXT("the table has no rows") : PLATEAU_TEXT("too many runs"), {}},
                       file, {PLATEAU_TEXT("one to %1 runs"), {Verbatim{std::to_string(most_runs)}}});
    if (base_.empty())
        base_ = base();
    const auto kept = std::make_shared<const std::string>(table);
    for (std::size_t i = 0; i < rows->size(); ++i) {
        if (!wanted.empty() && !wanted.count(i))
            continue;
        Run run;
        run.run.row = std::move((*rows)[i]);
        run.table = kept;
        run.line = i;
        runs_.push_back(std::move(run));
    }
    return {};
}

std::string CalibrateModel::as_text() const
{
    files::YamlWriter yaml;
    yaml.entry("title", tr("Calibration on runs of one's own").toStdString());
    yaml.entry("base", base());
    yaml.begin("runs");
    int number = 0;
    for (const auto& [run, table, line] : runs_) {
        if (!run.scenario)
            continue;
        yaml.begin(std::to_string(++number));
        yaml.entry("id", run.typed.id);
        for (const auto& [key, value] : measured_cells)
            yaml.entry(key, units::exact(run.typed.*value, units::Unit::None));
        yaml.block("scenario", without_last_line_end(write_scenario(*run.scenario)));
        yaml.end();
    }
    yaml.end();
    std::map<std::shared_ptr<const std::string>, std::vector<std::string>> tables;
    for (const Run& run : runs_)
        if (run.table)
            tables[run.table].push_back(std::to_string(run.line));
    yaml.begin("tables");
    number = 0;
    for (const auto& [table, lines] : tables) {
        yaml.begin(std::to_string(++number));
        yaml.list("rows", lines);
        yaml.block("table", without_last_line_end(*table));
        yaml.end();
    }
    yaml.end();
    return yaml.text();
}

Expected<void> CalibrateModel::restore(const std::string& words)
{
    const auto document = files::parse_yaml(words, {});
    if (!document)
        return tl::unexpected(document.error());
    runs_.clear();
    typed_ = 0;
    const auto said = [](const files::Node& node, const char* key) {
        const files::Node* found = node.find(key);
        return found ? found->text : std::string();
    };
    base_ = said(document->root, "base");
    std::optional<Error> wrong;
    const auto keep = [&wrong](const Expected<void>& done) {
        if (!done && !wrong)
            wrong = done.error();
    };
    if (const files::Node* runs = document->root.find("runs"))
        for (const files::Node& run : runs->items) {
            evidence::TypedRun typed;
            typed.id = said(run, "id");
            for (const auto& [key, value] : measured_cells)
                typed.*value = units::parse(said(run, key), units::Unit::None).value_or(0);
            const auto scenario
                = read_scenario_text(document_.catalog(), said(run, "scenario"), typed.id, UnknownKeys::Keep);
            keep(scenario ? add_typed(*scenario, typed) : Expected<void>(tl::unexpected(scenario.error())));
        }
    if (const files::Node* tables = document->root.find("tables"))
        for (const files::Node& table : tables->items) {
            std::set<std::size_t> wanted;
            if (const files::Node* rows = table.find("rows"))
                for (const files::Node& row : rows->items)
                    wanted.insert(static_cast<std::size_t>(units::parse(row.text, units::Unit::Count).value_or(0)));
            keep(add_table(said(table, "table") + '\n', {}, wanted));
        }
    fit();
    if (wrong)
        return tl::unexpected(*wrong);
    return {};
}

void CalibrateModel::remove(std::size_t run)
{
    if (run >= runs_.size())
        return;
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(run));
    fit();
}

void CalibrateModel::fit()
{
    if (runs_.empty() || !document_.catalog().stack(base())) {
        fit_.forget();
    } else {
        std::vector<answers::OwnRun> runs;
        runs.reserve(runs_.size());
        for (const Run& run : runs_)
            runs.push_back(run.run);
        fit_.ask({std::make_shared<const std::vector<answers::OwnRun>>(std::move(runs)), base()});
    }
    emit updated();
}

Expected<std::string> CalibrateModel::save(const std::string& title)
{
    const auto fitted = result();
    if (!fitted || !*fitted)
        return failure({PLATEAU_TEXT("there is nothing to save yet"), {}}, {},
                       {PLATEAU_TEXT("a run that determines something"), {}});
    const auto file = evidence::save_stack(document_.catalog(), **fitted, title, files::Replacing::What::AnyFile);
    if (!file)
        return tl::unexpected(file.error());
    document_.set_catalog(std::make_shared<const catalog::Catalog>(read_presets(document_.catalog().folders)));
    return evidence::stack_id(title);
}

namespace {

QLabel* linked(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setOpenExternalLinks(true);
    return label;
}

/// Paths and names of columns may break where their parts end.
QString breakable(const QString& words)
{
    QString result;
    for (const QChar letter : words) {
        result += letter;
        if (QStringLiteral("/_-=:,").contains(letter))
            result += QChar(0x200B);
    }
    return result;
}

} // namespace

RunPanel::RunPanel(const QString& hint, QWidget* parent)
    : Panel(parent), title_(new QLabel(this)), subtitle_(new QLabel(this)), hint_(new QLabel(hint, this)),
      table_(new FactsTable(this))
{
    auto* column = box_layout<QVBoxLayout>(this, {panel_margin, 6, panel_margin, 8}, 2);
    title_->setFont(interface_font(16, 600));
    title_->setWordWrap(true);
    subtitle_->setFont(interface_font(12));
    subtitle_->setWordWrap(true);
    hint_->setWordWrap(true);
    column->addWidget(title_);
    column->addWidget(subtitle_);
    column->addWidget(hint_);
    column->addWidget(table_);
    column->addStretch();
    clear();
}

void RunPanel::set_columns(const std::vector<QString>& columns, int bold) { table_->set_columns({}, columns, bold); }

QString RunPanel::title() const { return title_->text(); }

void RunPanel::show_run(const QString& title, const QString& subtitle, const std::vector<narrate::Fact>& facts)
{
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
    subtitle_->setText(subtitle);
    subtitle_->setVisible(!subtitle.isEmpty());
    hint_->hide();
    table_->show();
    table_->show_facts(facts);
    fill();
}

void RunPanel::clear()
{
    title_->clear();
    title_->hide();
    subtitle_->hide();
    table_->hide();
    hint_->setVisible(!hint_->text().isEmpty());
    fill();
}

void RunPanel::fill()
{
    for (QLabel* label : {subtitle_, hint_})
        set_ink(label, "text2");
}

RunSourcePanel::RunSourcePanel(QWidget* parent)
    : Panel(parent), source_(linked(this)), assumed_(linked(this)), notes_(linked(this)), said_(linked(this)),
      open_(new QPushButton(tr("Open as scenario"), this)), leave_out_(new QPushButton(tr("Leave out"), this))
{
    auto* column = box_layout<QVBoxLayout>(this, {panel_margin, 6, panel_margin, 10}, 6);
    auto* buttons = new QHBoxLayout;
    open_->setDefault(true);
    open_->setToolTip(tr("Makes this run the current scenario of the workbench; undo brings yours back"));
    buttons->addWidget(open_);
    buttons->addWidget(leave_out_);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addWidget(said_);
    column->addWidget(source_);
    column->addWidget(assumed_);
    column->addWidget(notes_);
    column->addStretch();
    for (QLabel* label : {assumed_, notes_, said_})
        label->setFont(interface_font(12));
    connect(open_, &QPushButton::clicked, this, &RunSourcePanel::open_wanted);
    connect(leave_out_, &QPushButton::clicked, this, [this] { emit leave_out_wanted(!left_out_); });
    clear();
}

void RunSourcePanel::show_run(const narrate::RunOrigin& origin, bool left_out)
{
    origin_ = origin;
    left_out_ = left_out;
    empty_ = false;
    fill();
}

void RunSourcePanel::clear()
{
    origin_ = {};
    empty_ = true;
    fill();
}

void RunSourcePanel::say(const QString& words)
{
    said_->setText(words);
    said_->setVisible(!words.isEmpty());
}

void RunSourcePanel::fill()
{
    const Theme& theme = theme_of(this);
    const auto grey = QStringLiteral("color: %1").arg(theme.text2.name());
    for (QLabel* label : {assumed_, notes_, said_})
        restyle(label, grey);
    QString html = QStringLiteral("<b style=\"font-weight:600\">%1</b><br>")
                       .arg(breakable(text(origin_.source)).toHtmlEscaped());
    html += origin_.link.empty() ? breakable(text(origin_.place)).toHtmlEscaped()
                                 : QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
                                       .arg(text(origin_.link).toHtmlEscaped(), theme.accent.name(),
                                            breakable(text(origin_.place)).toHtmlEscaped());
    if (!origin_.badge.empty())
        html += QStringLiteral(" <span style=\"background:%1; color:%2; font-size:11px\">&nbsp;%3&nbsp;</span>")
                    .arg(theme.hover.name(), theme.text2.name(), text(Word{origin_.badge}).toHtmlEscaped());
    if (!origin_.remark.empty())
        html += QStringLiteral("<br><span style=\"color:%1; font-size:12px\">%2</span>")
                    .arg(theme.text2.name(), breakable(text(origin_.remark)).toHtmlEscaped());
    source_->setText(html);
    assumed_->setText(breakable(joined(origin_.assumed)));
    notes_->setText(breakable(text(origin_.notes)));
    source_->setVisible(!empty_);
    assumed_->setVisible(!empty_ && !origin_.assumed.empty());
    notes_->setVisible(!empty_ && !origin_.notes.empty());
    for (QPushButton* button : {open_, leave_out_})
        button->setVisible(!empty_);
    leave_out_->setText(left_out_ ? tr("Take in again") : tr("Leave out"));
    if (empty_)
        say(tr("The source of the chosen run, what had to be assumed, and notes."));
}

} // namespace plateau::ui

/// The page that compares predictions with what was measured, and fits a stack to runs of one's own.
namespace plateau::ui::calibration {

namespace {

Page* build(const WindowParts& parts)
{
    auto* page = new EvidencePage(parts.questions.training, parts.evidence, &parts.pages);
    QObject::connect(page, &EvidencePage::opened, page, [parts] { parts.pages.go_to<WorkbenchPage>(); });
    return page;
}

} // namespace

void join(Registers& registers)
{
    registers.pages.push_back({.type = &EvidencePage::staticMetaObject,
                               .title = EvidencePage::tab,
                               .name = EvidencePage::page_name,
                               .subject = "evidence",
                               .build = build,
                               .work = "calibration",
                               .shows_runs = true});
}

} // namespace plateau::ui::calibration
