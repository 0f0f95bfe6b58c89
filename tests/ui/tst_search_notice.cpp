// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "tests/ui/window_stage.h"
#include "ui/workbench/search_notice.h"

using namespace plateau;
using namespace plateau::ui;

/// A search that takes its time says so and can be given up.
class TestSearchNotice : public QObject {
    Q_OBJECT
    std::unique_ptr<Appearance> appearance_;

private slots:
    void initTestCase() { appearance_ = test::light_appearance(); }

    void a_search_replaces_the_stale_sentence_and_can_be_given_up()
    {
        QWidget window;
        ElidedLabel sentence(&window);
        sentence.set_full_text(QStringLiteral("From 8 to 16 GPUs."));
        SearchNotice notice(&sentence, 1, &window);
        window.show();
        QSignalSpy given_up(&notice, &SearchNotice::given_up);
        notice.look(true, true);
        QVERIFY(!notice.isVisible()); // most searches are over sooner
        QTRY_VERIFY(notice.isVisible());
        QVERIFY(sentence.full_text().startsWith(QStringLiteral("Searching")));
        sentence.set_full_text(QStringLiteral("From 8 to 16 GPUs.")); // as a page does with every picture
        notice.look(true, true);
        QVERIFY(sentence.full_text().startsWith(QStringLiteral("Searching")));
        QTest::mouseClick(notice.findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(given_up.count(), 1);
        notice.look(false, true);
        QVERIFY(!notice.isVisible());
    }

    void the_window_opens_without_one()
    {
        const auto catalog = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        test::Stage stage(catalog, *appearance_);
        stage.wait_for_searches();
        QVERIFY(!stage.window.findChild<SearchNotice*>()->isVisible());
    }
};

PLATEAU_TEST(TestSearchNotice)
#include "tst_search_notice.moc"
