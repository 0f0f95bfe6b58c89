// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/class_canvas.h"

#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QScreen>
#include <QVBoxLayout>
#include <QWindow>
#include <QtMath>

#include "core/teaching/tours/shown_figures.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/mechanism_player.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/page.h"
#include "ui/teaching/tours/tour_panel.h"
#include "ui/teaching/tours/tour_player.h"

namespace plateau::ui {

constexpr double asked_share = 2.4; ///< height of the plot a guess is made in, over the others'
constexpr int plot_height = 500, chart_height = 300, moving_height = 800; ///< shares

ClassCanvas::ClassCanvas(TourPlayer& player, QWidget* parent)
    : QWidget(parent), player_(player), column_(new QVBoxLayout(this)), plot_(new FigureView(this)),
      chart_(new PictureView(this)), schematic_(new SchematicView(this)), covered_(new QLabel(this))
{
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    covered_->setAlignment(Qt::AlignCenter);
    covered_->setWordWrap(true);
    covered_->setText(tr("The picture comes with the answer."));
    catcher_ = new GuessCatcher(*plot_, player_, this);
    all_ = {plot_, chart_, schematic_, covered_};
    for (QWidget* part : all_) {
        part->setFocusPolicy(Qt::NoFocus);
        part->setMinimumSize(1, 1);
        column_->addWidget(part);
        part->hide();
    }
}

void ClassCanvas::catch_guesses(GuessCatcher& catcher, const figures::Figure& figure)
{
    if (player_.is_playing() && player_.hides_curve() && tours::asks_about(figure, *player_.step().prediction))
        catcher.catch_for(*player_.step().prediction);
    else
        catcher.stop();
}

std::vector<std::string> ClassCanvas::seen() const
{
    std::vector<std::string> all;
    for (const auto& [widget, region] : shown_) {
        if (!widget->isVisible() || widget->height() < look_.pixels(3))
            continue;
        all.push_back(region);
        if (const auto* view = qobject_cast<const FigureView*>(widget))
            for (const figures::Panel& panel : view->figure().panels())
                all.push_back(region + "." + panel.id);
    }
    return all;
}

/// The height of a chart: as much as its words need.
int ClassCanvas::height_of(const figures::Figure& figure) const
{
    return std::max(1, qCeil(picture_needs(figure, look_.figure_style(), width()).height()));
}

std::vector<std::string> ClassCanvas::cut() const
{
    std::vector<std::string> all;
    for (const auto& [widget, region] : shown_)
        if (const auto* chart = qobject_cast<const PictureView*>(widget); chart && !chart->has_room())
            all.push_back(region);
    return all;
}

MechanismPlayer* ClassCanvas::moving() const
{
    for (const auto& [widget, region] : shown_)
        if (auto* player = qobject_cast<MechanismPlayer*>(widget))
            return player;
    return nullptr;
}

void ClassCanvas::let_mouse_in(bool plots)
{
    for (QWidget* part : all_)
        part->setAttribute(Qt::WA_TransparentForMouseEvents, !plots && !qobject_cast<MechanismPlayer*>(part));
}

void ClassCanvas::put(QWidget& widget, int height, const std::string& region)
{
    column_->removeWidget(&widget);
    column_->insertWidget(static_cast<int>(shown_.size()), &widget, height);
    shown_.emplace_back(&widget, region);
    widget.show();
}

/// The plots of the step, and of them nothing that is asked for; the page has left that out of its own.
figures::Figure ClassCanvas::as_asked(figures::Figure figure, bool of_page) const
{
    figure = tours::for_class(std::move(figure), player_.step());
    if (!player_.hides_names())
        figure = tours::named(std::move(figure), player_.step(), player_.question());
    if (!of_page || !player_.is_on_page())
        player_.ask_about(figure);
    if (const auto& prediction = player_.step().prediction)
        for (figures::Panel& panel : figure.panels())
            panel.height = panel.id == prediction->panel ? asked_share : 1;
    return figure;
}

void ClassCanvas::show_own(const figures::Figure& figure, const std::string& region)
{
    const bool is_plot = !is_picture(figure);
    catch_guesses(*catcher_, figure);
    if (is_plot)
        plot_->show_figure(figure, look_.figure_style());
    else
        chart_->show_figure(figure, look_.figure_style());
    put(is_plot ? static_cast<QWidget&>(*plot_) : *chart_, is_plot ? plot_height : height_of(figure), region);
}

ClassCanvas::Slot& ClassCanvas::slot_of(const std::string& view)
{
    for (const auto& slot : slots_)
        if (slot->view == view)
            return *slot;
    slots_.push_back(std::make_unique<Slot>());
    Slot& slot = *slots_.back();
    slot.view = view;
    slot.plot = new FigureView(this);
    slot.catcher = new GuessCatcher(*slot.plot, player_, this);
    slot.chart = new PictureView(this);
    slot.player = new MechanismPlayer(this);
    slot.words = new QLabel(this);
    slot.words->setAlignment(Qt::AlignCenter);
    slot.words->setWordWrap(true);
    for (QWidget* part : std::initializer_list<QWidget*>{slot.plot, slot.chart, slot.words}) {
        part->setFocusPolicy(Qt::NoFocus);
        part->setMinimumSize(1, 1);
        part->hide();
        all_.push_back(part);
    }
    slot.player->hide();
    all_.push_back(slot.player);
    slot.picture = std::make_unique<answers::Watch<views::Picture>>(
        static_cast<ScenarioDocument&>(player_.document()).answers(), [this](answers::News) { emit figure_shown(); });
    return slot;
}

void ClassCanvas::show_slot(Slot& slot)
{
    std::vector<std::shared_ptr<const Scenario>> beside;
    for (const tours::Beside& one : player_.step().beside)
        beside.push_back(std::make_shared<const Scenario>(std::get<Scenario>(one.question)));
    slot.picture->ask({slot.view, static_cast<ScenarioDocument&>(player_.document()).shared_scenario(), beside});
    const views::Drawing* drawing = slot.picture->answer();
    if (!drawing || !drawing->no_answer.empty()) {
        slot.words->setText(drawing ? text(drawing->no_answer) : tr("Searching …"));
        put(*slot.words, chart_height, slot.view);
        return;
    }
    figures::Figure figure = as_asked(drawing->figure, false);
    if (!slot.picture->is_current())
        figure.earlier = figures::Roles::all();
    if (const auto* moving = figure.as<figures::Mechanism>()) {
        slot.player->show_mechanism(*moving, look_.figure_style());
        put(*slot.player, moving_height, slot.view);
    } else if (is_picture(figure)) {
        slot.chart->show_figure(figure, look_.figure_style());
        put(*slot.chart, height_of(figure), slot.view);
    } else {
        catch_guesses(*slot.catcher, figure);
        slot.plot->show_figure(figure, look_.figure_style());
        put(*slot.plot, plot_height, slot.view);
    }
}

void ClassCanvas::show_drawn(const std::string& view)
{
    const std::vector<NamedFigure> all = page_->figures();
    const auto own
        = std::find_if(all.begin(), all.end(), [&](const NamedFigure& named) { return named.shown == view; });
    if (own != all.end() && !own->figure.as<figures::Bars>() && !own->figure.as<figures::Mechanism>()) {
        figure_ = as_asked(own->figure, true);
        show_own(figure_, view);
    } else if (is_training(player_.step().question)) {
        show_slot(slot_of(view));
    }
}

void ClassCanvas::show_page(Page& page, const ClassroomLook& look)
{
    page_ = &page;
    look_ = look;
    const auto before = std::exchange(shown_, {});
    if (!player_.is_playing()) {
        if (const std::vector<NamedFigure> all = page.figures(); !all.empty()) {
            figure_ = all.front().figure;
            show_own(figure_, figure_.id);
        }
    } else {
        show_question();
    }
    for (QWidget* part : all_)
        part->setVisible(
            std::any_of(shown_.begin(), shown_.end(), [&](const auto& shown) { return shown.first == part; }));
}

void ClassCanvas::show_question()
{
    if (player_.hides_picture()) {
        put(*covered_, 1, "covered");
        return;
    }
    if (const auto drawn = player_.schematic()) {
        schematic_->show_schematic(*drawn, look_.figure_style());
        put(*schematic_, plot_height, "picture");
    } else if (auto own = player_.picture()) {
        figure_ = *own;
        show_own(figure_, "picture");
    }
    for (const std::string& view : tours::drawn_views(player_.step()))
        show_drawn(view);
}

constexpr double letter_at_1080 = 24; ///< 18 points
constexpr QSizeF full_screen{1920, 1080};
constexpr double least_letter = 13;
constexpr double smallest_in_figures = 11;
constexpr double line_scale = 2;

/// L stands for the height of a letter, in hundredths before it.
const char* const classroom_sheet = R"(
QWidget { font-size: {100}px; }
QLabel[heading="true"] { font-size: {140}px; font-weight: 600; }
QPushButton { min-height: {190}px; padding: 0 {75}px; }
QPushButton:focus { border: 3px solid {accent}; padding: 0 {70}px; min-height: {180}px; }
QPushButton:default:focus { border: 3px solid {text}; }
QToolButton { min-height: {170}px; padding: 0 {50}px; }
QToolButton:focus { border: 3px solid {accent}; }
QToolButton[segment="true"] { min-height: {175}px; max-height: {175}px; padding: 0 {30}px; }
QLineEdit { min-height: {180}px; padding: 0 {20}px; }
QLineEdit:focus { border: 3px solid {accent}; min-height: {175}px; }
QFrame#divider { background: {divider}; }
QScrollBar:vertical { width: {75}px; }
QScrollBar::handle:vertical { min-height: {200}px; }
)";

RenderStyle ClassroomLook::figure_style() const
{
    RenderStyle style;
    style.theme = theme;
    style.text_scale = letter / smallest_in_figures;
    style.line_scale = line_scale * letter / letter_at_1080;
    style.compact = true;
    style.fast = true;
    return style;
}

QString ClassroomLook::sheet() const
{
    QString result = QString::fromLatin1(classroom_sheet);
    for (const int part : {20, 30, 50, 70, 75, 100, 140, 170, 175, 180, 190, 200})
        result.replace(QStringLiteral("{%1}").arg(part), QString::number(pixels(part / 100.0)));
    result.replace(QStringLiteral("{accent}"), theme.accent.name());
    result.replace(QStringLiteral("{text}"), theme.text.name());
    result.replace(QStringLiteral("{divider}"), theme.divider.name());
    return style_sheet(theme) + result;
}

ClassroomLook classroom_look(const Theme& theme, QSize window)
{
    const double share = std::min(window.width() / full_screen.width(), window.height() / full_screen.height());
    return {theme, std::max(least_letter, letter_at_1080 * share)};
}

QScreen* screen_of_class(const QWidget& window)
{
    if (window.screen() != QGuiApplication::primaryScreen())
        return window.screen();
    QScreen* other = screen_beside(window);
    return other ? other : window.screen();
}

QScreen* screen_beside(const QWidget& window)
{
    for (QScreen* screen : QGuiApplication::screens()) // the primary one stands first
        if (screen != window.screen())
            return screen;
    return nullptr;
}

void fill_screen(QWidget& window, const QScreen& screen)
{
    if (window.isVisible() && window.isFullScreen())
        window.showNormal(); // else it stays on its screen
    window.setGeometry(screen.geometry());
    window.showFullScreen();
}

CursorHalo::CursorHalo(QWidget& window) : QWidget(&window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    window.installEventFilter(this);
    hide();
}

void CursorHalo::set_radius(int pixels) { resize(2 * pixels, 2 * pixels); }

/// The window system's own window hears of every move, whatever widget is below.
bool CursorHalo::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && watched == parent() && window()->windowHandle())
        window()->windowHandle()->installEventFilter(this);
    if (event->type() == QEvent::Leave && watched == parent())
        hide();
    if (event->type() == QEvent::MouseMove && watched == window()->windowHandle()) {
        const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
        move(at - rect().center());
        raise();
        show();
    }
    return QWidget::eventFilter(watched, event);
}

void CursorHalo::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xF0, 0xE4, 0x42, 128));
    painter.drawEllipse(rect());
}

} // namespace plateau::ui
