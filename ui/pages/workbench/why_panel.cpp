// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/why_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/views/why.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/workbench/form_parts.h"

namespace plateau::ui {

namespace {

constexpr int still_milliseconds = 150; ///< a question that still moves gets no suggestions
constexpr qsizetype longest_formula = 1200;
constexpr std::size_t most_shown = 3, most_sources = 3; ///< suggestions; ingredients that say their source

QLabel* paragraph(int bottom)
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setContentsMargins(0, 0, 0, bottom);
    return label;
}

QString cut(const std::string& words)
{
    const QString all = text(words);
    return all.size() <= longest_formula ? all : all.left(longest_formula) + QStringLiteral(" …");
}

QString link(const QString& to, const QString& words, const Theme& theme)
{
    return QStringLiteral("<a href=\"%1\" style=\"color:%3; text-decoration:none\">%2</a>")
        .arg(to, words.toHtmlEscaped(), theme.accent.name());
}

} // namespace

WhyPanel::WhyPanel(ScenarioDocument& document, QWidget* parent)
    : QScrollArea(parent), document_(document), why_(paragraph(2)), bend_(paragraph(2)),
      account_button_(new QPushButton), paid_(new PicturePanel), account_(new PicturePanel), help_(new QWidget),
      head_(new QLabel), list_(new SuggestionList(0, 0)), formula_head_(new QLabel), formula_(paragraph(0)),
      watch_(document.answers(),
             [this](answers::News) {
                 if (!help_sight_.is_behind())
                     fill_help();
             },
             {.still = still_milliseconds})
{
    auto* column = scrolling_column(*this, {panel_margin, 6, panel_margin, 10}, 4);
    formula_->setTextFormat(Qt::RichText);
    follow_theme(*this, [this] {
        if (curve_)
            sight_.fill();
    });
    formula_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    for (QLabel* head : {head_, formula_head_})
        head->setFont(interface_font(12, 600));
    head_->setWordWrap(true);
    formula_head_->setTextFormat(Qt::RichText);
    column->addWidget(formula_head_);
    column->addWidget(formula_);
    for (PicturePanel* picture : {paid_, account_}) {
        picture->setContentsMargins(0, 6, 0, 6);
        column->addWidget(picture);
        connect(picture, &PicturePanel::subjects_wanted, this, &WhyPanel::explain);
    }
    account_button_->setText(tr("Account of MFU"));
    column->addWidget(account_button_, 0, Qt::AlignLeft);
    column->addWidget(why_);
    column->addWidget(bend_);
    auto* changes = box_layout<QVBoxLayout>(help_, {panel_margin, 0, panel_margin, 8});
    changes->addWidget(head_);
    changes->addWidget(list_);
    help_->setObjectName(QStringLiteral("dock"));
    connect(list_, &SuggestionList::wanted, this, [this](int row) { apply(static_cast<std::size_t>(row)); });
    column->addStretch();
    for (QWidget* each : std::initializer_list<QWidget*>{formula_head_, formula_, account_})
        each->hide();
    connect(account_button_, &QPushButton::clicked, this, &WhyPanel::show_account);
    connect(formula_, &QLabel::linkActivated, this, &WhyPanel::follow);
    connect(formula_head_, &QLabel::linkActivated, this, &WhyPanel::follow);
}

const std::vector<answers::Suggestion>& WhyPanel::suggestions() const
{
    static const std::vector<answers::Suggestion> none;
    return watch_.answer() ? *watch_.answer() : none;
}

bool WhyPanel::is_searching() const { return !watch_.is_current() || !(*watch_.answered() == question_); }

void WhyPanel::show_curve(std::shared_ptr<const answers::ScalingCurve> curve, const figures::Figure& paid,
                          const figures::Figure& account, bool current)
{
    paid_->show_figure(paid);
    account_->show_figure(account);
    if (curve_ != curve)
        question_
            = {std::make_shared<const Scenario>(curve->scenario), curve->choice, answers::objective(curve->scenario)};
    curve_ = std::move(curve);
    current_ = current;
    if (!help_->isVisible() && is_searching())
        watch_.cancel();
    sight_.fill();
    help_sight_.fill();
}

void WhyPanel::apply(std::size_t suggestion)
{
    if (suggestion >= suggestions().size())
        return;
    const answers::Suggestion wanted = suggestions()[suggestion]; // an edit brings others
    if (wanted.key != answers::best_plan_key)
        document_.edit_value(wanted.key, wanted.value);
    else if (auto next = answers::with_suggestion(document_.catalog(), document_.scenario(), wanted))
        document_.edit(std::move(*next), {PLATEAU_TEXT("Adopt %1"), {narrate::plan_words(wanted.parts.plan)}});
}

void WhyPanel::explain(const std::vector<std::string>& subjects)
{
    if (subjects.empty())
        return;
    trail_.push_back(subjects);
    fill_formula();
    ensureVisible(0, 0);
}

void WhyPanel::follow(const QString& target)
{
    const QString rest = target.mid(target.indexOf(QLatin1Char(':')) + 1);
    if (target.startsWith(QLatin1String("key:")))
        emit parameter_wanted(rest);
    else if (target.startsWith(QLatin1String("quantity:")))
        explain({rest.toStdString()});
    else if (target == QLatin1String("back:") && !trail_.empty()) {
        trail_.pop_back();
        fill_formula();
    } else if (target == QLatin1String("close:")) {
        trail_.clear();
        account_wanted_ = false;
        fill_formula();
    }
}

void WhyPanel::show_account()
{
    trail_.clear();
    account_wanted_ = true;
    fill_formula();
    ensureVisible(0, 0);
}

QString WhyPanel::row_link(const std::string& key, const QString& words) const
{
    return link(QStringLiteral("key:") + text(key), words, theme_of(widget()));
}

QString WhyPanel::html_of(const Ingredient& ingredient, bool with_source) const
{
    const QString symbol = text(ingredient.symbol), name = text(ingredient.name);
    const bool computed = !ingredient.expression.empty();
    const ParameterDescription* row = ingredient.key.empty() ? nullptr : document_.row(ingredient.key);
    const QString shown
        = computed ? link(QStringLiteral("quantity:") + symbol, symbol, theme_of(widget())) : symbol.toHtmlEscaped();
    QString html = QStringLiteral("<p style=\"margin:0 0 2px 0\">%1 = <b>%2</b>, ")
                       .arg(shown, text(narrate::quantity_words(ingredient.value, ingredient.unit)).toHtmlEscaped());
    if (!with_source)
        return html + (row ? row_link(ingredient.key, name) : name.toHtmlEscaped()) + QStringLiteral("</p>");
    html += name.toHtmlEscaped();
    QStringList below;
    if (row)
        below << row_link(ingredient.key, tr("change %1").arg(text(Word{row->label})));
    if (!ingredient.source.empty() && !computed)
        below << text(ingredient.source).toHtmlEscaped();
    if (!below.isEmpty())
        html += QStringLiteral("<br><span style=\"color:%1; font-size:12px\">%2</span>")
                    .arg(theme_of(widget()).text2.name(), below.join(QStringLiteral(" · ")));
    return html + QStringLiteral("</p>");
}

QString WhyPanel::html_of(const std::string& subject) const
{
    const narrate::Explained said = narrate::explained(curve_->estimate, subject);
    if (said.symbol.empty())
        return {};
    const Theme& theme = theme_of(widget());
    const QString quiet = theme.text2.name();
    QString html = QStringLiteral("<p style=\"margin:0 0 4px 0\"><b>%1</b> %2</p>")
                       .arg(text(said.name).toHtmlEscaped(), text(said.value).toHtmlEscaped());
    if (!said.words.empty())
        html += QStringLiteral("<p style=\"margin:0 0 4px 0; color:%1\">%2</p>")
                    .arg(quiet, text(said.words).toHtmlEscaped());
    if (!said.formula.empty()) {
        html += QStringLiteral("<p style=\"margin:0 0 2px 0\">= %1</p>").arg(cut(said.formula).toHtmlEscaped());
        html += QStringLiteral("<p style=\"margin:0 0 6px 0; color:%1\">= %2</p>")
                    .arg(quiet, cut(said.filled).toHtmlEscaped());
    }
    for (const Ingredient& each : said.ingredients)
        html += html_of(each, said.ingredients.size() <= most_sources);
    if (const ParameterDescription* row = said.key.empty() ? nullptr : document_.row(said.key))
        html += QStringLiteral("<p style=\"margin:0 0 3px 0\">%1</p>")
                    .arg(row_link(said.key, tr("change %1").arg(text(Word{row->label}))));
    if (!said.source.empty())
        html += QStringLiteral("<p style=\"margin:4px 0 0 0; color:%1; font-size:12px\">%2</p>")
                    .arg(quiet, tr("Source: %1").arg(text(said.source)).toHtmlEscaped());
    return html;
}

QString WhyPanel::words_of_subjects() const
{
    QStringList blocks;
    for (const std::string& subject : trail_.back())
        if (const QString html = html_of(subject); !html.isEmpty())
            blocks << html;
    return blocks.join(QStringLiteral("<hr>"));
}

void WhyPanel::fill_formula()
{
    const bool any = !trail_.empty() && curve_;
    const bool account = account_wanted_ && curve_ && !any;
    formula_head_->setVisible(any || account);
    formula_->setVisible(any);
    show_reasons(!any && !account);
    account_->setVisible(account || (any && trail_.back().front() == "mfu"));
    if (account)
        show_words(true);
    if (!any && !account)
        return;
    const Theme& theme = theme_of(widget());
    const QString close = link(QStringLiteral("close:"), tr("Close"), theme);
    if (account) {
        formula_head_->setText(close);
        return;
    }
    formula_->setText(words_of_subjects());
    QStringList links;
    if (trail_.size() > 1 || account_wanted_)
        links << link(QStringLiteral("back:"), tr("Back"), theme);
    links << close;
    formula_head_->setText(tr("Formula") + QStringLiteral(" &nbsp; ") + links.join(QStringLiteral(" &nbsp; ")));
}

void WhyPanel::show_reasons(bool shown)
{
    const bool fits = curve_ && curve_->here().fits();
    paid_->setVisible(shown && fits);
    account_button_->setVisible(shown && fits);
    show_words(shown && !fits);
}

void WhyPanel::show_words(bool shown)
{
    why_->setVisible(shown);
    bend_->setVisible(shown && !bend_->text().isEmpty());
}

void WhyPanel::fill()
{
    if (!curve_)
        return;
    why_->setText(joined(narrate::why_sentences(curve_->estimate)));
    bend_->setText(joined(narrate::bend_sentences(curve_->points, curve_->here())));
    set_ink(why_, current_ ? "text" : "text3");
    set_ink(bend_, current_ ? "text2" : "text3");
    fill_formula();
}

void WhyPanel::fill_help()
{
    if (!curve_)
        return;
    head_->setText(is_searching()              ? tr("Looking for what would make it quicker …")
                       : suggestions().empty() ? tr("No single change makes it 1 % quicker")
                                               : QString());
    head_->setVisible(!head_->text().isEmpty());
    auto shown = suggestions();
    shown.resize(std::min(shown.size(), most_shown));
    list_->show_suggestions(
        shown, [](const auto& each) { return text(narrate::gain_words(each)); }, !is_searching());
}

QString WhyPanel::as_text() const { return why_->text() + QLatin1Char('\n') + bend_->text(); }

QString WhyPanel::formula() const { return formula_->isHidden() ? QString() : formula_->text(); }

} // namespace plateau::ui
