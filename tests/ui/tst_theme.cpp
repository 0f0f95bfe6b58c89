// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QtTest>

#include "ui/controls/appearance.h"

namespace tst_theme {

using namespace plateau;
using namespace plateau::ui;

/// The colour table and the font keep their promises.
class TestTheme : public QObject {
    Q_OBJECT
private slots:
    /// What has no background of its own is as light as the window below it.
    void what_is_transparent_has_the_windows_theme()
    {
        Appearance appearance(*qApp);
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            appearance.choose(choice);
            QPalette clear = QApplication::palette();
            clear.setColor(QPalette::Window, Qt::transparent);
            QCOMPARE(theme_of(clear).text, theme_of(QApplication::palette()).text);
        }
        appearance.choose(ThemeChoice::Light);
    }
    void known_contrasts()
    {
        QVERIFY(qAbs(contrast(Qt::black, Qt::white) - 21) < 1e-9);
        QVERIFY(qAbs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01); // WCAG's own example
    }

    void text_is_legible_data() { themes(); }
    void text_is_legible()
    {
        QFETCH(Theme, theme);
        for (const QColor& ground : {theme.window, theme.canvas, theme.field, theme.tint})
            for (const QColor& ink : {theme.text, theme.text2, theme.text3})
                at_least(4.5, ink, ground);
        at_least(4.5, theme.on_accent, theme.accent);
        at_least(4.5, theme.error, theme.error_fill);
        at_least(4.5, theme.warning, theme.warning_fill);
        at_least(4.5, theme.text, theme.selected);
        at_least(4.5, theme.text, theme.hover);
        at_least(4.5, theme.accent, theme.window);
        for (auto role : scenario_roles())
            at_least(4.5, theme.series(role).label, theme.canvas);
    }

    void lines_are_visible_data() { themes(); }
    void lines_are_visible()
    {
        QFETCH(Theme, theme);
        for (auto role : scenario_roles())
            at_least(3, theme.series(role).line, theme.canvas);
        at_least(3, theme.series(figures::SeriesRole::Reference).line, theme.canvas);
        at_least(3, theme.outline, theme.window);
        at_least(3, theme.outline, theme.canvas);
        at_least(3, theme.outline, theme.field);
    }

    void a_palette_tells_its_theme()
    {
        for (const Theme& theme : {light_theme(), dark_theme(), projector_theme(), contrast_theme()}) {
            QCOMPARE(theme_of(palette(theme)).text2, theme.text2);
            QCOMPARE(theme_of(palette(theme)).tint, theme.tint);
        }
    }

    void no_two_scenarios_look_alike()
    {
        const Theme theme = light_theme();
        const auto roles = scenario_roles();
        for (std::size_t i = 0; i < roles.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(theme.series(roles[i]).marker != theme.series(roles[j]).marker);
                QVERIFY(theme.series(roles[i]).dash != theme.series(roles[j]).dash);
                QVERIFY(theme.series(roles[i]).line != theme.series(roles[j]).line);
            }
    }

    void digits_keep_their_width_data()
    {
        QTest::addColumn<int>("weight");
        for (int weight : {400, 500, 600})
            QTest::addRow("%d", weight) << weight;
    }
    void digits_keep_their_width()
    {
        QFETCH(int, weight);
        QVERIFY2(load_fonts(), "built without the font: install fonts-inter and configure again");
        QVERIFY(load_fonts()); // asked again it says the same
        const QFont font = interface_font(13, weight);
        QCOMPARE(QFontInfo(font).family(), QStringLiteral("Plateau Sans"));
        const QFontMetricsF metrics(font);
        const double width = metrics.horizontalAdvance(QStringLiteral("0"));
        for (QChar digit : QStringLiteral("123456789"))
            QVERIFY2(qAbs(metrics.horizontalAdvance(digit) - width) < 0.01, qPrintable(QString(digit)));
    }

private:
    static std::vector<figures::SeriesRole> scenario_roles()
    {
        return {figures::SeriesRole::Current, figures::SeriesRole::PinA, figures::SeriesRole::PinB,
                figures::SeriesRole::PinC,    figures::SeriesRole::PinD, figures::SeriesRole::PinE,
                figures::SeriesRole::PinF};
    }
    static void themes()
    {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << light_theme();
        QTest::newRow("dark") << dark_theme();
        QTest::newRow("print") << print_theme();
        QTest::newRow("projector") << projector_theme();
        QTest::newRow("high contrast") << contrast_theme();
    }
    static void at_least(double ratio, const QColor& ink, const QColor& ground)
    {
        const QString words = QStringLiteral("%1 on %2: %3").arg(ink.name(), ground.name()).arg(contrast(ink, ground));
        QVERIFY2(contrast(ink, ground) >= ratio, qPrintable(words));
    }
};

PLATEAU_TEST(TestTheme)

} // namespace tst_theme

#include "tst_theme.moc"
