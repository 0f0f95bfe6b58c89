// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDesktopServices>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRandomGenerator>
#include <QTabBar>

#include <cstdio>
#include <fstream>
#include <functional>

#include <malloc.h>
#include <unistd.h>

#include "tests/ui/window_stage.h"
#include "ui/shell/main_window.h"

namespace tst_random_user {

using namespace plateau::test;

namespace {

int complaints = 0;
QtMessageHandler before = nullptr;

/// Whatever Qt complains of, the window did.
void count_complaints(QtMsgType type, const QMessageLogContext& context, const QString& words)
{
    // The preview in Qt's dialog of printer properties asks for a quarter of a size in points that letters in pixels
    // lack.
    const bool of_qt = words.startsWith(QLatin1String("This plugin does not support"))
        || words.startsWith(QLatin1String("QFont::setPointSizeF: Point size <= 0 (-0.25"));
    complaints += !of_qt && (type == QtWarningMsg || type == QtCriticalMsg) ? 1 : 0;
    before(type, context, words);
}

/// Bytes that something holds; the rest of what is resident lies between them.
double held()
{
    const struct mallinfo2 heap = mallinfo2();
    return double(heap.uordblks) + double(heap.hblkhd);
}

/// Bytes of memory in use.
double resident()
{
    std::ifstream pages("/proc/self/statm");
    double all = 0, in_use = 0;
    pages >> all >> in_use;
    return in_use * double(sysconf(_SC_PAGESIZE));
}

/// Clicks, drags, types and turns whatever is in front, one thing each time it is asked.
class RandomUser {
public:
    RandomUser(QWidget& window, unsigned seed) : window_(window), random_(seed) { }

    void act()
    {
        if (QWidget* popup = QApplication::activePopupWidget())
            return in_popup(*popup);
        QWidget* front = QApplication::activeModalWidget();
        if (front && one_in(4)) {
            QTest::keyClick(front, Qt::Key_Escape);
            return;
        }
        if (!front) {
            const auto& others = in_sight(QApplication::topLevelWidgets());
            front = one_in(3) && !others.isEmpty() ? others[below(others.size())] : &window_;
            if (front == &window_ && !window_.isVisible())
                window_.show();
        }
        if (one_in(6))
            return press_key(*front);
        if (auto* main = qobject_cast<QMainWindow*>(front); main && one_in(12))
            return open_menu(*main->menuBar());
        const auto all = in_sight(front->findChildren<QWidget*>());
        if (!all.isEmpty())
            use(*all[below(all.size())]);
    }

private:
    int below(qsizetype end) { return random_.bounded(int(end)); }
    bool one_in(int chances) { return below(chances) == 0; }
    QPoint somewhere(const QWidget& widget) { return {below(widget.width()), below(widget.height())}; }

    static QWidgetList in_sight(const QWidgetList& widgets)
    {
        QWidgetList seen;
        for (QWidget* widget : widgets)
            if (widget->isVisible() && widget->isEnabled() && !widget->size().isEmpty()
                && !widget->visibleRegion().isEmpty())
                seen << widget;
        return seen;
    }

    void in_popup(QWidget& popup)
    {
        auto* menu = qobject_cast<QMenu*>(&popup);
        if (!menu || menu->actions().isEmpty() || one_in(4)) {
            QTest::keyClick(&popup, Qt::Key_Escape);
            return;
        }
        QAction* action = menu->actions().at(below(menu->actions().size()));
        if (action->shortcut() != QKeySequence(QKeySequence::Quit))
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    }

    void open_menu(QMenuBar& bar)
    {
        QAction* action = bar.actions().at(below(bar.actions().size()));
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(action).center());
    }

    void press_key(QWidget& front)
    {
        using Chord = std::pair<Qt::Key, Qt::KeyboardModifiers>;
        static const std::vector<Chord> chords = {
            {Qt::Key_Tab, {}},
            {Qt::Key_Backtab, Qt::ShiftModifier},
            {Qt::Key_Return, {}},
            {Qt::Key_Escape, {}},
            {Qt::Key_Space, {}},
            {Qt::Key_Left, {}},
            {Qt::Key_Right, {}},
            {Qt::Key_Up, {}},
            {Qt::Key_Down, {}},
            {Qt::Key_PageDown, {}},
            {Qt::Key_Home, {}},
            {Qt::Key_Delete, {}},
            {Qt::Key_F1, {}},
            {Qt::Key_F11, {}},
            {Qt::Key_T, {}},
            {Qt::Key_Z, Qt::ControlModifier},
            {Qt::Key_Y, Qt::ControlModifier},
            {Qt::Key_K, Qt::ControlModifier},
            {Qt::Key_I, Qt::ControlModifier},
            {Qt::Key_N, Qt::ControlModifier},
            {Qt::Key_E, Qt::ControlModifier},
            {Qt::Key_1, Qt::ControlModifier},
            {Qt::Key_2, Qt::ControlModifier},
            {Qt::Key_4, Qt::ControlModifier},
        };
        const Chord& chord = chords[std::size_t(below(qsizetype(chords.size())))];
        QWidget* focus = front.isAncestorOf(QApplication::focusWidget()) ? QApplication::focusWidget() : &front;
        QTest::keyClick(focus, chord.first, chord.second);
    }

    void use(QWidget& widget)
    {
        if (auto* field = qobject_cast<QLineEdit*>(&widget)) {
            static const std::vector<const char*> words
                = {"8", "2048", "0", "-1", "1e30", "auto", "h200", "70b 32k", "nonsense", "", "1,5", "9e99", "gpus 2k"};
            QTest::mouseDClick(field, Qt::LeftButton, {}, field->rect().center());
            field->selectAll();
            QTest::keyClicks(field, QString::fromLatin1(words[std::size_t(below(qsizetype(words.size())))]));
            QTest::keyClick(field, one_in(3) ? Qt::Key_Escape : Qt::Key_Return);
            return;
        }
        const QPoint at = somewhere(widget);
        switch (below(6)) {
        case 0:
            turn_wheel(widget, at);
            break;
        case 1:
            drag(widget, at);
            break;
        case 2:
            QTest::mouseDClick(&widget, Qt::LeftButton, {}, at);
            break;
        case 3:
            QTest::mouseMove(&widget, at);
            break;
        default:
            QTest::mouseClick(&widget, one_in(8) ? Qt::RightButton : Qt::LeftButton, {}, at);
        }
    }

    void drag(QWidget& widget, QPoint from)
    {
        const QPointer<QWidget> alive = &widget;
        QTest::mousePress(&widget, Qt::LeftButton, {}, from);
        QPoint to = from;
        for (int move = 0; move < 4 && alive; ++move) {
            to = somewhere(widget);
            QTest::mouseMove(&widget, to);
        }
        if (alive)
            QTest::mouseRelease(&widget, Qt::LeftButton, {}, to);
    }

    void turn_wheel(QWidget& widget, QPoint at)
    {
        QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, one_in(2) ? 120 : -120}, Qt::NoButton,
                          one_in(4) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&widget, &event);
    }

    QWidget& window_;
    QRandomGenerator random_;
};

} // namespace

/// Somebody who knows nothing and tries everything: nothing breaks, nothing complains. PLATEAU_ACTIONS=20000 goes on
/// for longer, PLATEAU_SEED is another user.
class TestRandomUser : public WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        set_up();
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        for (const char* scheme : {"http", "https", "file"})
            QDesktopServices::setUrlHandler(QString::fromLatin1(scheme), this, "open_nothing");
    }

    void nothing_breaks_and_nothing_complains()
    {
        const int asked = qEnvironmentVariableIntValue("PLATEAU_ACTIONS");
        const int actions = asked > 0 ? asked : 300;
        plateau::test::Stage stage(catalog_, *appearance_, {1280, 720});
        RandomUser user(stage.window, unsigned(qMax(1, qEnvironmentVariableIntValue("PLATEAU_SEED"))));
        before = qInstallMessageHandler(count_complaints);
        QElapsedTimer clock;
        clock.start();
        int done = 0;
        // A dialog that waits for an answer runs a loop of its own: the next action is due before this one is done.
        std::function<void()> next = [&] {
            QWidget* waits = QApplication::activePopupWidget() ? QApplication::activePopupWidget()
                                                               : QApplication::activeModalWidget();
            if (done == actions && !waits)
                return;
            QTimer::singleShot(0, this, next);
            if (done == actions) {
                waits->close();
                return;
            }
            if (++done % 1000 == 0)
                std::fprintf(stderr, "%d actions in %.0f s, %.0f MB held, %.0f MB resident\n", done,
                             double(clock.elapsed()) / 1e3, held() / 1e6, resident() / 1e6);
            user.act();
        };
        next();
        const auto is_quiet = [&] {
            return done == actions && !QApplication::activePopupWidget() && !QApplication::activeModalWidget();
        };
        while (!is_quiet())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        plateau::test::Stage::settle();
        qInstallMessageHandler(before);
        QCOMPARE(complaints, 0);
    }

public slots:
    void open_nothing(const QUrl&) { }
};

PLATEAU_TEST(TestRandomUser)

} // namespace tst_random_user

#include "tst_random_user.moc"
