// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QShowEvent>
#include <QTimer>
#include <QWidget>

#include <functional>

/// Panels behind another tab are visible to Qt, which keeps them beyond the edge of the window.
namespace plateau::ui {

/// Whether a panel is in sight; one that is not is filled when it comes there.
inline bool is_in_sight(const QWidget& panel) { return panel.isVisible() && !panel.visibleRegion().isEmpty(); }

/// Its tab was brought to the front: it hears of that as when it is shown.
inline void come_into_sight(QWidget& panel)
{
    QShowEvent shown;
    QCoreApplication::sendEvent(&panel, &shown);
}

/// What a panel says, filled in while it is in sight, else when it comes there.
class InSight final : public QObject {
public:
    InSight(QWidget& panel, std::function<void()> fill) : panel_(panel), fill_(std::move(fill))
    {
        panel_.installEventFilter(this);
    }
    /// To be called when there is something else to say.
    void fill()
    {
        behind_ = true;
        catch_up();
    }
    bool is_behind() const { return behind_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &panel_ && event->type() == QEvent::Show && behind_) {
            catch_up();
            if (behind_) // it takes its place now
                QTimer::singleShot(0, this, &InSight::catch_up);
        }
        return false;
    }

private:
    void catch_up()
    {
        if (!behind_ || !is_in_sight(panel_))
            return;
        behind_ = false;
        fill_();
    }

    QWidget& panel_;
    const std::function<void()> fill_;
    bool behind_ = false;
};

} // namespace plateau::ui
