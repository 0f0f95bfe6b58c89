// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <random>

#include <QTest>

#include "core/text/units/quantity.h"

namespace tst_quantity {

using namespace plateau;
using units::Unit;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Unit all_units[] = {Unit::None,
                          Unit::Count,
                          Unit::Gpus,
                          Unit::Sequences,
                          Unit::Tokens,
                          Unit::Fraction,
                          Unit::Bytes,
                          Unit::BytesPerSecond,
                          Unit::BitsPerSecond,
                          Unit::Seconds,
                          Unit::Flop,
                          Unit::FlopPerSecond,
                          Unit::Watts,
                          Unit::Usd,
                          Unit::UsdPerGpuHour,
                          Unit::Metres,
                          Unit::BytesPerParameter,
                          Unit::Multiplier};

} // namespace

class QuantityTest : public QObject {
    Q_OBJECT

private slots:
    void sentences_count_in_words()
    {
        QCOMPARE(units::in_words(68.7e9, Unit::Count), std::string("68.7\u00a0billion"));
        QCOMPARE(units::in_words(67.1e6, Unit::Gpus), std::string("67.1\u00a0million GPUs"));
        QCOMPARE(units::in_words(80123, Unit::Usd), std::string("80,100 USD"));
        QCOMPARE(units::in_words(2.6e12, Unit::Usd), std::string("2.6\u00a0trillion USD"));
        QCOMPARE(units::in_words(250, Unit::Usd), std::string("250\u00a0USD"));
        QCOMPARE(units::in_words(4e9, Unit::Bytes), std::string("4\u00a0GB"));
    }

    void reads_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<double>("value");
        const auto row
            = [](const char* text, Unit unit, double value) { QTest::newRow(text) << QString(text) << unit << value; };
        row("2k", Unit::Gpus, 2000);
        row("4096", Unit::Tokens, 4096);
        row("2Ki", Unit::Count, 2048);
        row("2,048", Unit::Gpus, 2048);
        row("2 048 GPUs", Unit::Gpus, 2048);
        row("2\u00a0048\u202fGPUs", Unit::Gpus, 2048);
        row("1_048_576", Unit::Gpus, 1048576);
        row("1GPU", Unit::Gpus, 1);
        row("15T tokens", Unit::Tokens, 15e12);
        row("300B", Unit::Tokens, 300e9);
        row("1.5M", Unit::Count, 1.5e6);
        row("400Gb/s", Unit::BitsPerSecond, 50e9);
        row("400 Gb/s", Unit::BytesPerSecond, 50e9);
        row("400", Unit::BitsPerSecond, 50e9);
        row("400G", Unit::BitsPerSecond, 50e9);
        row("400Gbps", Unit::BitsPerSecond, 50e9);
        row("3.2 Tb/s", Unit::BitsPerSecond, 400e9);
        row("50 GB/s", Unit::BitsPerSecond, 50e9);
        row("450", Unit::BytesPerSecond, 450e9);
        row("3.35 TB/s", Unit::BytesPerSecond, 3.35e12);
        row("unlimited", Unit::BitsPerSecond, infinity);
        row("inf", Unit::BytesPerSecond, infinity);
        row("\u221e", Unit::BytesPerSecond, infinity);
        row("1.5 TB", Unit::Bytes, 1.5e12);
        row("16 GiB", Unit::Bytes, 16.0 * 1073741824);
        row("80gb", Unit::Bytes, 80e9);
        row("80", Unit::Bytes, 80e9);
        row("512 B", Unit::Bytes, 512);
        row("88mm", Unit::Metres, 0.088);
        row("3.5 in", Unit::Metres, 0.0889);
        row("10 cm", Unit::Metres, 0.1);
        row("7 us", Unit::Seconds, 7e-6);
        row("7 \u00b5s", Unit::Seconds, 7e-6);
        row("1.5ms", Unit::Seconds, 1.5e-3);
        row("3 min", Unit::Seconds, 180);
        row("2 h", Unit::Seconds, 7200);
        row("90 days", Unit::Seconds, 90 * 86400.0);
        row("3 months", Unit::Seconds, 365.25 * 86400 / 4);
        row("1e-6", Unit::Seconds, 1e-6);
        row("37 %", Unit::Fraction, 0.37);
        row("37\u00a0%", Unit::Fraction, 0.37);
        row("0.37", Unit::Fraction, 0.37);
        row("2e28", Unit::Flop, 2e28);
        row("3 ZFLOP", Unit::Flop, 3e21);
        row("989.4 TFLOP/s", Unit::FlopPerSecond, 989.4e12);
        row("989.4", Unit::FlopPerSecond, 989.4e12);
        row("10.2 kW", Unit::Watts, 10200);
        row("$2.99", Unit::UsdPerGpuHour, 2.99);
        row("2.99 $/GPU-h", Unit::UsdPerGpuHour, 2.99);
        row("$3M", Unit::Usd, 3e6);
        row("2.5 B/param", Unit::BytesPerParameter, 2.5);
        row("1.4 x", Unit::Multiplier, 1.4);
        row("1.4\u00d7", Unit::Multiplier, 1.4);
        row("-3.5", Unit::None, -3.5);
        row("\u22123.5", Unit::None, -3.5);
        row("+4", Unit::Count, 4);
    }

    void reads()
    {
        QFETCH(QString, text);
        QFETCH(Unit, unit);
        QFETCH(double, value);
        const Expected<double> read = units::parse(text.toStdString(), unit);
        QVERIFY2(read, read ? "" : english(read.error()).c_str());
        if (std::isinf(value))
            QCOMPARE(*read, value);
        else
            QVERIFY2(std::fabs(*read - value) <= 2e-16 * std::fabs(value), qPrintable(QString::number(*read, 'g', 17)));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Unit>("unit");
        const auto row = [](const char* text, Unit unit) { QTest::newRow(text) << QString(text) << unit; };
        row("", Unit::Count);
        row("   ", Unit::Count);
        row("many", Unit::Gpus);
        row("-8", Unit::Gpus);
        row("-1 us", Unit::Seconds);
        row("nan", Unit::BytesPerSecond);
        row("NaN", Unit::None);
        row("unlimited ", Unit::Gpus);
        row("infinity", Unit::None);
        row("1e999", Unit::Flop);
        row("9e307 Y", Unit::Count);
        row("1e99999999999999999999", Unit::None);
        row("1.2.3", Unit::None);
        row("0x10", Unit::Count);
        row("2,0485", Unit::Gpus);
        row("1,5", Unit::Multiplier);
        row("80 apples", Unit::Bytes);
        row("80 GB/s", Unit::Bytes);
        row("400 GB", Unit::BitsPerSecond);
        row("80 Gb", Unit::Bytes);
        row("7 m", Unit::Seconds);
        row("5 %", Unit::Gpus);
        row("e5", Unit::None);
        row("$", Unit::Usd);
        QTest::newRow("too long") << QString(200, '1') << Unit::None;
        QTest::newRow("zero byte") << QString::fromUtf8("4\0", 2) << Unit::None;
    }

    void refuses()
    {
        QFETCH(QString, text);
        QFETCH(Unit, unit);
        const Expected<double> read = units::parse(text.toStdString(), unit);
        QVERIFY2(!read, read ? qPrintable(QString::number(*read)) : "");
        QVERIFY(!read.error().what.empty());
        QVERIFY(!read.error().accepted.empty());
    }

    void shows_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, Unit unit, int digits, const char* text) {
            QTest::addRow("%g as unit %d, %d digits", value, static_cast<int>(unit), digits)
                << value << unit << digits << QString(text);
        };
        row(2048, Unit::Gpus, 3, "2,048\u00a0GPUs");
        row(1, Unit::Gpus, 3, "1\u00a0GPU");
        row(999999, Unit::Gpus, 3, "999,999\u00a0GPUs");
        row(1048576, Unit::Gpus, 3, "1,048,576\u00a0GPUs");
        row(12e6, Unit::Gpus, 3, "12\u00a0M GPUs");
        row(10.97e6, Unit::Tokens, 4, "10.97\u00a0M tokens");
        row(15e12, Unit::Tokens, 3, "15\u00a0T tokens");
        row(50e9, Unit::BitsPerSecond, 3, "400\u00a0Gb/s");
        row(450e9, Unit::BytesPerSecond, 3, "450\u00a0GB/s");
        row(3.35e12, Unit::BytesPerSecond, 3, "3.35\u00a0TB/s");
        row(infinity, Unit::BytesPerSecond, 3, "unlimited");
        row(41.94e9, Unit::Bytes, 3, "41.9\u00a0GB");
        row(999.96e6, Unit::Bytes, 3, "1\u00a0GB");
        row(0.37, Unit::Fraction, 3, "37\u00a0%");
        row(-0.3722, Unit::Fraction, 3, "\u221237.2\u00a0%");
        row(7e-6, Unit::Seconds, 3, "7\u00a0\u00b5s");
        row(1.529, Unit::Seconds, 4, "1.529\u00a0s");
        row(0.0156, Unit::Seconds, 3, "15.6\u00a0ms");
        row(120, Unit::Seconds, 3, "2\u00a0min");
        row(90 * 86400.0, Unit::Seconds, 3, "90\u00a0days");
        row(2.05e28, Unit::Flop, 3, "2.05e28\u00a0FLOP");
        row(989.4e12, Unit::FlopPerSecond, 3, "989\u00a0TFLOP/s");
        row(10200, Unit::Watts, 3, "10.2\u00a0kW");
        row(2.99, Unit::UsdPerGpuHour, 3, "2.99\u00a0$/GPU-h");
        row(0.088, Unit::Metres, 3, "88\u00a0mm");
        row(1.4, Unit::Multiplier, 3, "1.4\u00a0\u00d7");
        row(0, Unit::Seconds, 3, "0\u00a0s");
        row(0.001234, Unit::None, 3, "0.00123");
        row(5358.4, Unit::None, 4, "5,358");
        QTest::newRow("not a number") << std::nan("") << Unit::Bytes << 3 << QString("\u2013");
    }

    void shows()
    {
        QFETCH(double, value);
        QFETCH(Unit, unit);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(units::format(value, unit, digits)), text);
    }

    void exact_reads_back()
    {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> exponent(-12, 30), mantissa(1, 10);
        for (Unit unit : all_units)
            for (int i = 0; i < 2000; ++i) {
                double value = mantissa(random) * std::pow(10, exponent(random));
                if (i % 3 == 0)
                    value = std::round(value * 1000) / 1000;
                if (i % 7 == 0)
                    value = static_cast<double>(random() % 100000);
                const std::string text = units::exact(value, unit);
                const Expected<double> read = units::parse(text, unit);
                QVERIFY2(read && *read == value, (text + (read ? "" : " " + english(read.error()))).c_str());
                for (char c : text)
                    QVERIFY2(c >= ' ' && c <= '~' && c != ',', text.c_str());
            }
        for (Unit unit : {Unit::BytesPerSecond, Unit::BitsPerSecond})
            QCOMPARE(*units::parse(units::exact(infinity, unit), unit), infinity);
        for (double extreme : {5e-324, std::numeric_limits<double>::max()})
            for (Unit unit : {Unit::None, Unit::Bytes, Unit::BitsPerSecond, Unit::Seconds, Unit::Count})
                QCOMPARE(*units::parse(units::exact(extreme, unit), unit), extreme);
    }

    void exact_is_plain_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("bits") << 50e9 << Unit::BitsPerSecond << "400 Gb/s";
        QTest::newRow("bytes") << 80e9 << Unit::Bytes << "80 GB";
        QTest::newRow("bytes/s") << 3.35e12 << Unit::BytesPerSecond << "3.35 TB/s";
        QTest::newRow("seconds") << 7e-6 << Unit::Seconds << "7 us";
        QTest::newRow("count") << 2048. << Unit::Gpus << "2048";
        QTest::newRow("tokens") << 1e12 << Unit::Tokens << "1T";
        QTest::newRow("fraction") << 0.37 << Unit::Fraction << "0.37";
        QTest::newRow("flop") << 2e28 << Unit::Flop << "2e28";
    }

    void exact_is_plain()
    {
        QFETCH(double, value);
        QFETCH(Unit, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(units::exact(value, unit)), text);
    }

    void shown_reads_back()
    {
        for (Unit unit : all_units)
            for (double value : {0.25, 3.0, 128.0, 4096.0, 1.5e9, 2e12}) {
                if ((unit == Unit::Seconds && value > 100) || (unit == Unit::Usd && value > 1e10))
                    continue;
                const std::string text = units::format(value, unit, 9);
                const Expected<double> read = units::parse(text, unit);
                QVERIFY2(read, (text + ": " + (read ? "" : english(read.error()))).c_str());
                QVERIFY2(std::fabs(*read - value) <= 1e-8 * value, text.c_str());
            }
    }

    void messages()
    {
        QCOMPARE(english(Message{"%1 of %2, %1", {"a", "b%1"}}), std::string("a of b%1, a"));
        QCOMPARE(english(Message{"37 % of %3", {"a"}}), std::string("37 % of %3"));
        QCOMPARE(english(Error{{"bad %1", {"x"}}, "f.yaml:3:7", {"one of a, b", {}}}),
                 std::string("f.yaml:3:7: bad x; one of a, b"));
        QCOMPARE(english(Error{{"bad", {}}, "", {}}), std::string("bad"));
    }
};

PLATEAU_TEST(QuantityTest)

} // namespace tst_quantity

#include "tst_quantity.moc"
