// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTextBlock>

#include "tests/ui/window_stage.h"
#include "ui/figures/mechanism_player.h"
#include "ui/shell/help/help_window.h"

namespace tst_moving_help {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// Moving pictures in the pages of help.
class TestMovingHelp : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    /// A click on a moving picture plays it in a window of its own.
    void a_moving_picture_is_played()
    {
        test::Stage stage(catalog_, *appearance_, QSize{1440, 900});
        HelpWindow& window = stage.window.help().open(QStringLiteral("parallelism.md"));
        QStringList targets;
        for (QTextBlock block = window.browser().document()->begin(); block.isValid(); block = block.next())
            for (auto each = block.begin(); !each.atEnd(); ++each)
                if (each.fragment().charFormat().isImageFormat())
                    targets << each.fragment().charFormat().anchorHref();
        QCOMPARE(targets.size(), 5);
        for (const QString& target : targets) {
            emit window.browser().anchorClicked(QUrl(target));
            const auto players = window.findChildren<MechanismPlayer*>();
            QVERIFY2(players.size() == 1 && players.front()->is_playing(), qPrintable(target));
            delete players.front()->window();
        }
        QCOMPARE(window.browser().page(), QString("parallelism"));
    }
};

PLATEAU_TEST(TestMovingHelp)

} // namespace tst_moving_help

#include "tst_moving_help.moc"
