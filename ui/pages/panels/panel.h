// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QFrame>
#include <QShowEvent>
#include <QTimer>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace plateau::ui {

/// What stands in a dock, on the window's colour, and is filled anew when the theme is another one.
class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(QWidget* parent = nullptr);

protected:
    virtual void fill() = 0;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

/// From now on `dress` is called whenever the widget's colours are others.
void follow_theme(QWidget& widget, std::function<void()> dress);

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

/// A paragraph or two beside the plots.
class NotePanel final : public Panel {
    Q_OBJECT
public:
    explicit NotePanel(QWidget* parent = nullptr);
    /// Paragraphs; the first in the text colour, the others quieter. Stale: all of it quieter still.
    void show_paragraphs(const QStringList& paragraphs, bool stale = false);
    /// A link below them; offer_taken() when it is clicked.
    void offer(const QString& words);
    QString text() const;

signals:
    void offer_taken();

protected:
    void fill() override;

private:
    QLabel* label_;
    QStringList paragraphs_;
    QString offer_;
    bool stale_ = false;
};

/// What stands in the middle of a widget that has nothing to show: why, and one click that helps.
class EmptyNote final : public QFrame {
    Q_OBJECT
public:
    explicit EmptyNote(QWidget* over);

    /// An empty `offer`: there is none. No words: it is not empty any more.
    void show_note(const QString& words, const QString& offer = {});

signals:
    void taken(); ///< the offer

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* words_;
    QPushButton* offer_;
};

} // namespace plateau::ui
