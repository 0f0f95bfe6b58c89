// SPDX-License-Identifier: GPL-3.0-or-later

#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"
#include "ui/figures/figure_view.h"

/// The menus over a figure, and the notes that people write on it.
namespace plateau::ui {

constexpr int field_width = 240;
constexpr int longest_remark = 300;

RemarkEditor::RemarkEditor(QWidget* parent) : QLineEdit(parent)
{
    setMaxLength(longest_remark);
    setPlaceholderText(tr("A note; Enter keeps it"));
    setAccessibleName(tr("Note on the plot"));
    hide();
}

void RemarkEditor::edit(const QString& panel, const figures::Remark& remark, QPointF at)
{
    panel_ = panel;
    remark_ = remark;
    open_ = true;
    setText(ui::text(remark.text));
    selectAll();
    resize(std::min(field_width, parentWidget()->width()), sizeHint().height());
    const auto inside
        = [](double place, int size, int room) { return std::clamp(int(place), 0, std::max(0, room - size)); };
    move(inside(at.x(), width(), parentWidget()->width()),
         inside(at.y() - height() / 2.0, height(), parentWidget()->height()));
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
}

void RemarkEditor::finish()
{
    if (!open_)
        return;
    open_ = false;
    const std::string words = text().trimmed().toStdString();
    const bool had_focus = hasFocus();
    hide();
    if (had_focus)
        parentWidget()->setFocus(Qt::OtherFocusReason);
    if (words == remark_.text)
        return;
    remark_.text = words;
    emit written(panel_, remark_);
}

void RemarkEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        open_ = false;
        hide();
        parentWidget()->setFocus(Qt::OtherFocusReason);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        finish();
    else
        QLineEdit::keyPressEvent(event);
}

void RemarkEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        finish();
}

constexpr double remark_reach = 6; ///< pixels round a remark's dot
constexpr double crosshair_reach = 24; ///< pixels from the crosshair to a remark that keys mean

void FigureView::build_actions()
{
    const auto add = [this](const QString& words, const QKeySequence& keys, auto work) {
        auto* action = new QAction(words, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut); // single keys: only while the plot has the keyboard
        connect(action, &QAction::triggered, this, work);
        return action;
    };
    actions_.in = add(tr("Zoom &in"), QKeySequence(Qt::Key_Plus), [this] { zoom_x(key_factor, middle()); });
    actions_.out = add(tr("Zoom &out"), QKeySequence(Qt::Key_Minus), [this] { zoom_x(1 / key_factor, middle()); });
    actions_.all = add(tr("Show &all"), QKeySequence(Qt::Key_0), [this] {
        figures::PlotView next = view();
        next.show_all();
        look(next);
    });
    actions_.back = add(tr("&Previous view"), QKeySequence(Qt::ALT | Qt::Key_Left), [this] { go(false); });
    actions_.forward = add(tr("Ne&xt view"), QKeySequence(Qt::ALT | Qt::Key_Right), [this] { go(true); });
    actions_.scale_x = add({}, QKeySequence(Qt::Key_X), [this] { change_scale(true); });
    actions_.scale_y = add({}, QKeySequence(Qt::Key_Y), [this] { change_scale(false); });
    for (QAction* action : {actions_.scale_x, actions_.scale_y})
        action->setCheckable(true);
    for (QAction* action : {actions_.back, actions_.forward})
        addAction(action); // the others are keys of keyPressEvent()
    zoom_menu_ = new QMenu(tr("&Zoom"), this); // so that the menu of the window fits a small screen
    zoom_menu_->addActions({actions_.in, actions_.out, actions_.all, actions_.back, actions_.forward});
    way_out_ = new QToolButton(this);
    way_out_->setDefaultAction(actions_.all);
    way_out_->setFocusPolicy(Qt::NoFocus); // the key is 0
    set_ink(way_out_, "accent");
    way_out_->hide();
}

std::vector<QAction*> FigureView::view_actions() const
{
    return {zoom_menu_->menuAction(), actions_.scale_x, actions_.scale_y};
}

void FigureView::refresh_actions()
{
    const figures::Plot& shown = renderer_.plot();
    actions_.all->setEnabled(view().is_part());
    way_out_->setVisible(view().is_part());
    actions_.back->setEnabled(history_.can_go_back());
    actions_.forward->setEnabled(history_.can_go_forward());
    at_panel_ = std::min(at_panel_, shown.panels.empty() ? 0 : shown.panels.size() - 1);
    actions_.scale_x->setText(tr("&Logarithmic x axis"));
    actions_.scale_x->setChecked(shown.x.logarithmic);
    actions_.scale_x->setEnabled(figures::may_change_scale(whole_.plot()));
    if (shown.panels.empty())
        return;
    const figures::Panel& panel = shown.panels[at_panel_];
    actions_.scale_y->setText(tr("Logarithmic &y axis: %1").arg(text(panel.title)));
    actions_.scale_y->setChecked(panel.y.logarithmic);
    actions_.scale_y->setEnabled(figures::may_change_scale(panel));
}

QMenu* FigureView::menu_at(QPointF position)
{
    at_panel_ = renderer_.panel_at(position.y());
    refresh_actions();
    auto* menu = new QMenu(this);
    for (QAction* action : {actions_.all, actions_.in, actions_.out, actions_.back, actions_.forward})
        menu->addAction(action);
    menu->addSeparator();
    menu->addActions({actions_.scale_x, actions_.scale_y});
    add_extras(*menu);
    if (in_plots(position))
        add_place(*menu, position);
    emit menu_made(*menu);
    return menu;
}

/// Adds what can be done at a place of a plot.
void FigureView::add_place(QMenu& menu, QPointF position)
{
    menu.addSeparator();
    if (reads_ && crosshair_)
        menu.addAction(tr("&Move the marker to %1").arg(tick_text(crosshair_->x, whole_.plot().x.unit)), this,
                       [this, x = crosshair_->x] { emit marker_set(x); });
    if (const auto remark = remark_near(position)) {
        menu.addAction(tr("&Edit this note"), this, [this, remark] { edit_remark(*remark); });
        menu.addAction(tr("&Delete this note"), this, [this, remark] {
            emit remark_changed(text(figures::key_of(whole_.plot().panels[remark->panel])),
                                {remark->remark.x, remark->remark.y, {}, remark->remark.number});
        });
    } else if (takes_remarks_)
        menu.addAction(tr("Add a &note here"), this,
                       [this, panel = at_panel_, x = renderer_.x_at(position.x()),
                        y = renderer_.y_at(at_panel_, position.y())] { write_at(panel, x, y); });
}

/// Adds switches that hide and show what stands around the curves.
void FigureView::add_extras(QMenu& menu)
{
    using figures::Extra;
    const std::pair<Extra, QString> extras[] = {{Extra::Band, tr("&Range of the numbers")},
                                                {Extra::Reference, tr("I&deal and ceiling")},
                                                {Extra::Measured, tr("&Measured runs")},
                                                {Extra::Published, tr("P&ublished ratios")}};
    for (const auto& [extra, words] : extras) {
        if (!figures::has(whole_, extra))
            continue;
        QAction* action = menu.addAction(words);
        action->setCheckable(true);
        action->setChecked(!view().hidden.count(extra));
        connect(action, &QAction::triggered, this, [this, extra = extra](bool shown) { show_extra(extra, shown); });
    }
}

void FigureView::show_extra(figures::Extra extra, bool shown)
{
    figures::PlotView next = view();
    if (shown)
        next.hidden.erase(extra);
    else
        next.hidden.insert(extra);
    look(std::move(next));
}

void FigureView::contextMenuEvent(QContextMenuEvent* event)
{
    QPointF at = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard && !whole_.plot().panels.empty()) {
        const QRectF plot = renderer_.plot_rect(at_panel_);
        at = {std::clamp(renderer_.pixel_of(middle()), plot.left(), plot.right()), plot.center().y()};
    }
    QMenu* menu = menu_at(at);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(mapToGlobal(at.toPoint()));
}

std::optional<FigureView::RemarkAt> FigureView::remark_near(QPointF position) const
{
    const auto& panels = renderer_.plot().panels;
    for (std::size_t panel = 0; panel < panels.size() && takes_remarks_; ++panel)
        for (auto remark = panels[panel].remarks.rbegin(); remark != panels[panel].remarks.rend(); ++remark) {
            const QPointF anchor(renderer_.pixel_of(remark->x), renderer_.pixel_of(panel, remark->y));
            const QRectF area = renderer_.plot_rect(panel);
            if (area.contains(anchor)
                && (remark_box(remark_words(*remark), anchor, area, style_).contains(position)
                    || (anchor - position).manhattanLength() <= remark_reach))
                return RemarkAt{panel, *remark};
        }
    return {};
}

/// Finds the note near the crosshair on the panel that keys mean.
std::optional<FigureView::RemarkAt> FigureView::remark_by_crosshair() const
{
    std::optional<RemarkAt> nearest;
    double least = crosshair_reach;
    const auto& panels = renderer_.plot().panels;
    if (!crosshair_ || at_panel_ >= panels.size())
        return nearest;
    for (const figures::Remark& remark : panels[at_panel_].remarks) {
        const double distance = std::abs(renderer_.pixel_of(remark.x) - renderer_.pixel_of(crosshair_->x));
        if (distance <= least) {
            least = distance;
            nearest = RemarkAt{at_panel_, remark};
        }
    }
    return nearest;
}

void FigureView::write_at(std::size_t panel, double x, double y)
{
    if (panel >= whole_.plot().panels.size())
        return;
    editor_->edit(text(figures::key_of(whole_.plot().panels[panel])), {x, y, {}, 0},
                  {renderer_.pixel_of(x), renderer_.pixel_of(panel, y)});
}

void FigureView::edit_remark(const RemarkAt& at)
{
    const QPointF anchor(renderer_.pixel_of(at.remark.x), renderer_.pixel_of(at.panel, at.remark.y));
    editor_->edit(text(figures::key_of(whole_.plot().panels[at.panel])), at.remark,
                  remark_box(remark_words(at.remark), anchor, renderer_.plot_rect(at.panel), style_).topLeft());
}

/// Writes on the curve that is read, or in the middle of the plot. A note that is there already is edited.
void FigureView::write_by_key()
{
    if (whole_.plot().panels.empty())
        return;
    if (const auto remark = remark_by_crosshair()) {
        edit_remark(*remark);
        return;
    }
    const double x = middle();
    double y = renderer_.y_at(at_panel_, renderer_.plot_rect(at_panel_).center().y());
    if (crosshair_ && !crosshair_->readings.empty() && at_panel_ < crosshair_->readings.front().y.size()
        && std::isfinite(crosshair_->readings.front().y[at_panel_]))
        y = crosshair_->readings.front().y[at_panel_];
    write_at(at_panel_, x, y);
}

/// Moves the held note with the pointer; it stays inside its plot.
void FigureView::move_remark(QPointF to)
{
    const QRectF area = renderer_.plot_rect(held_->panel);
    figures::Remark& remark = held_->remark;
    const auto inside = [](double value, double low, double high) { return std::clamp(value, low, high); };
    const QPointF anchor(renderer_.pixel_of(remark.x), renderer_.pixel_of(held_->panel, remark.y));
    const QPointF next = anchor + to - reached_;
    remark.x = renderer_.x_at(inside(next.x(), area.left(), area.right()));
    remark.y = renderer_.y_at(held_->panel, inside(next.y(), area.top(), area.bottom()));
    for (figures::Remark& shown : whole_.plot().panels[held_->panel].remarks)
        if (shown.number == remark.number)
            shown = remark;
    render();
}

} // namespace plateau::ui
