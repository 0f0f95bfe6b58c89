// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/page.h"

#include <QActionGroup>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/charts/plot_view.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

namespace {

constexpr int burst_milliseconds = 500;

/// Turns the parameters whose values a sentence says, from stop to stop as their sliders do. A drag, or a burst of
/// keys, is one step of undo.
class TurnedNumbers final : public QObject {
public:
    using Asked = std::function<QuestionDocument&()>; ///< the question that the sentence answers

    TurnedNumbers(Sentence& sentence, Asked document);

private:
    void begin(const std::string& key);
    void turn(int stops);

    Asked document_;
    std::string key_; ///< empty: none is turned
    std::vector<double> stops_;
    double before_ = 0; ///< the value where the turn began
    QuestionDocument::Gesture gesture_ = 0;
    QTimer burst_end_;
};

} // namespace

TurnedNumbers::TurnedNumbers(Sentence& sentence, Asked document) : QObject(&sentence), document_(std::move(document))
{
    burst_end_.setSingleShot(true);
    burst_end_.setInterval(burst_milliseconds);
    connect(&sentence, &Sentence::turn_begun, this, [this](const std::string& key) {
        burst_end_.stop();
        begin(key);
        gesture_ = document_().begin_gesture();
    });
    connect(&sentence, &Sentence::turned, this, &TurnedNumbers::turn);
    connect(&sentence, &Sentence::stepped, this, [this](const std::string& key, int stops) {
        if (!burst_end_.isActive() || key != key_)
            gesture_ = document_().begin_gesture();
        burst_end_.start();
        begin(key);
        turn(stops);
    });
}

void TurnedNumbers::begin(const std::string& key)
{
    const QuestionDocument& document = document_();
    key_ = key;
    stops_ = plateau::stops(*document.row(key));
    before_ = std::get<double>(document.value(key));
}

void TurnedNumbers::turn(int stops)
{
    const double next = stops == 0 ? before_ : stop_from(stops_, stop_position(stops_, before_), stops);
    document_().edit_value(key_, Value(next), gesture_);
}

Page::Page(const char* name, QWidget* parent)
    : QWidget(parent), question_(new QLabel(this)), sentence_(new Sentence(this)), name_(name)
{
    question_->setObjectName(QStringLiteral("question"));
    question_->setWordWrap(true);
    question_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    sentence_->setObjectName(QStringLiteral("sentence"));
    setObjectName(QStringLiteral("canvas"));
    setAttribute(Qt::WA_StyledBackground);
    new TurnedNumbers(*sentence_, [this]() -> QuestionDocument& { return document(); });
}

std::vector<PageDock> Page::docks()
{
    std::map<std::string, QWidget*> contents = panels();
    contents.insert(added_panels_.begin(), added_panels_.end());
    for (ViewPanel* panel : view_panels_)
        contents[views::dock_name(panel->view())] = panel;
    std::vector<PageDock> docks;
    for (const views::Dock& row : views::docks_beside(name_))
        if (QWidget* content = contents[row.name])
            docks.push_back({row, content});
    return docks;
}

std::vector<NamedFigure> Page::figures() const
{
    std::vector<DrawnView> all = drawn();
    for (const ViewPanel* panel : view_panels_)
        if (panel->figure())
            all.push_back({panel->view().look, *panel->figure(), panel->currentWidget()});
    std::vector<NamedFigure> list, in_docks;
    for (const views::View& view : views::all()) {
        const auto one = std::ranges::find_if(
            all, [&](const DrawnView& each) { return view.page == std::string(name_) && each.look == view.look; });
        if (one == all.end())
            continue;
        NamedFigure named{text(Word{*view.short_title ? view.short_title : view.title}), one->figure,
                          one->widget ? one->widget->size() : QSize(), view.name, one->widget};
        if (const auto* plot = qobject_cast<const FigureView*>(one->widget)) {
            figures::PlotView seen = plot->view();
            named.figure = figures::seen(one->figure, seen);
            if (seen.is_part()) {
                seen.show_all();
                named.whole = figures::seen(one->figure, seen);
            }
        }
        (*view.dock ? in_docks : list).push_back(std::move(named));
        if (one->is_in_front)
            std::swap(list.front(), list.back());
    }
    list.insert(list.end(), in_docks.begin(), in_docks.end());
    return list;
}

std::vector<QList<QAction*>> Page::view_actions() const
{
    std::vector<QList<QAction*>> groups;
    for (const QActionGroup* group : choices_)
        groups.push_back(group->actions());
    return groups;
}

QAction* Page::add_choice(std::size_t group, const QString& words, std::function<bool()> is_chosen,
                          std::function<void()> choose)
{
    if (choices_.size() <= group)
        choices_.push_back(new QActionGroup(this));
    QAction* action = choices_[group]->addAction(words);
    action->setCheckable(true);
    action->setChecked(is_chosen());
    connect(action, &QAction::triggered, this, std::move(choose));
    connect(this, &Page::updated, action,
            [action, is_chosen = std::move(is_chosen)] { action->setChecked(is_chosen()); });
    return action;
}

void Page::add_view_panels(ScenarioDocument& document)
{
    for (const views::View& view : views::all())
        if (std::string(name_) == view.page && *view.dock && view.takes<Scenario>()) {
            view_panels_.push_back(new ViewPanel(document, view));
            connect(view_panels_.back(), &ViewPanel::updated, this, &Page::updated);
        }
}

void Page::set_compact(bool compact)
{
    if (dressed_ && compact_ == compact)
        return;
    compact_ = compact;
    dress();
    fit();
    redraw();
}

void Page::say(const Message& sentence, bool is_current)
{
    sentence_->say(sentence);
    set_ink(sentence_, is_current ? "text" : "text3");
}

void Page::say(const QString& sentence, bool is_current)
{
    sentence_->say(sentence);
    set_ink(sentence_, is_current ? "text" : "text3");
}

RenderStyle Page::style() const
{
    RenderStyle style;
    style.theme = theme_of(this);
    style.text_scale = style.line_scale = style.theme.letters;
    style.compact = compact_;
    style.fast = true;
    return style;
}

void Page::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !dressed_ || dressed_ == &theme_of(this))
        return;
    dress();
    redraw();
}

void Page::dress()
{
    dressed_ = &theme_of(this);
    const double letters = dressed_->letters;
    set_font(question_, interface_font(letters * (compact_ ? 15 : 18), 600));
    set_font(sentence_, interface_font(letters * 13));
}

QVBoxLayout* page_column(QWidget* page, QWidget* question, QWidget* sentence, int bottom_margin)
{
    auto* column = box_layout<QVBoxLayout>(page, {0, page_padding - 4, 0, bottom_margin}, 0);
    question->setMinimumHeight(24);
    sentence->setMinimumHeight(20);
    for (QWidget* widget : {question, sentence}) {
        auto* line = box_layout<QHBoxLayout>(nullptr, {page_padding, 0, page_padding, 0});
        line->addWidget(widget);
        column->addLayout(line);
    }
    return column;
}

QWidget* controls_row(std::initializer_list<QWidget*> controls)
{
    auto* row = new QWidget;
    auto* line = new Flow({page_padding, 8, page_padding, 4});
    row->setLayout(line);
    for (QWidget* control : controls) {
        if (qobject_cast<Segments*>(control))
            control->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        line->addWidget(control);
    }
    return row;
}

void add_plot(QVBoxLayout* column, QWidget* plot)
{
    auto* line = box_layout<QHBoxLayout>(nullptr, {plot_inset, 0, plot_inset, 0});
    QScrollArea* area = scrolled(plot, column->parentWidget());
    area->setFocusPolicy(Qt::NoFocus); // the plot is the stop
    line->addWidget(area);
    column->addLayout(line, 1);
}

namespace {

class ThemeFollower final : public QObject {
public:
    ThemeFollower(QWidget& widget, std::function<void()> dress) : QObject(&widget), dress_(std::move(dress))
    {
        widget.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange)
            dress_();
        return false;
    }

private:
    const std::function<void()> dress_;
};

} // namespace

void follow_theme(QWidget& widget, std::function<void()> dress) { new ThemeFollower(widget, std::move(dress)); }

Panel::Panel(QWidget* parent) : QWidget(parent) { setObjectName(QStringLiteral("dock")); }

void Panel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

void Panel::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), theme_of(this).window); }

NotePanel::NotePanel(QWidget* parent) : Panel(parent), label_(new QLabel(this))
{
    setAttribute(Qt::WA_StyledBackground);
    auto* column = box_layout<QVBoxLayout>(this, {0, 0, 0, 4});
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::RichText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    connect(label_, &QLabel::linkActivated, this, &NotePanel::offer_taken);
    label_->setContentsMargins(12, 6, 12, 4);
    label_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label_->setObjectName(QStringLiteral("dock"));
    column->addWidget(label_);
}

void NotePanel::show_paragraphs(const QStringList& paragraphs, bool stale)
{
    if (paragraphs_ == paragraphs && stale_ == stale)
        return;
    paragraphs_ = paragraphs;
    stale_ = stale;
    fill();
}

void NotePanel::offer(const QString& words)
{
    if (offer_ == words)
        return;
    offer_ = words;
    fill();
}

QString NotePanel::text() const { return paragraphs_.join(QLatin1Char('\n')); }

void NotePanel::fill()
{
    const Theme& theme = theme_of(this);
    QString html;
    for (qsizetype i = 0; i < paragraphs_.size(); ++i) {
        const QColor colour = stale_ ? theme.text3 : i == 0 ? theme.text : theme.text2;
        html += QStringLiteral("<p style=\"margin:%1px 0 0 0; line-height:18px; color:%2\">%3</p>")
                    .arg(i == 0 ? 0 : 6)
                    .arg(colour.name(), paragraphs_[i].toHtmlEscaped());
    }
    if (!offer_.isEmpty())
        html += QStringLiteral("<p style=\"margin:6px 0 0 0\"><a href=\"offer\" style=\"color:%1\">%2</a></p>")
                    .arg(theme.accent.name(), offer_.toHtmlEscaped());
    label_->setText(html);
    label_->setAccessibleName(text());
}

constexpr int widest = 380;

EmptyNote::EmptyNote(QWidget* over) : QFrame(over), words_(new QLabel(this)), offer_(new QPushButton(this))
{
    auto* column = box_layout<QVBoxLayout>(this, {panel_margin, panel_margin, panel_margin, panel_margin}, 10);
    words_->setWordWrap(true);
    words_->setAlignment(Qt::AlignCenter);
    column->addWidget(words_);
    column->addWidget(offer_, 0, Qt::AlignHCenter);
    connect(offer_, &QPushButton::clicked, this, &EmptyNote::taken);
    over->installEventFilter(this);
    hide();
}

void EmptyNote::show_note(const QString& words, const QString& offer)
{
    if (words.isEmpty()) {
        hide();
        return;
    }
    words_->setText(words);
    set_ink(words_, "text2");
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    place();
    show();
    raise();
}

void EmptyNote::place()
{
    const QRect room = parentWidget()->rect();
    const int width = std::min(widest, room.width());
    const int height = layout()->heightForWidth(width);
    setGeometry(room.center().x() - width / 2, std::max(0, room.center().y() - height / 2), width, height);
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisibleTo(parentWidget()))
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace plateau::ui
