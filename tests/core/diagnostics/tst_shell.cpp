// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/diagnostics/programs/settings.h"
#include "core/diagnostics/programs/shell.h"
#include "core/text/messages/words.h"
#include "tests/test_program.h"

namespace tst_shell {

using namespace plateau::programs;
using namespace plateau::programs::shell;
using plateau::trimmed;

class TestShell : public QObject {
    Q_OBJECT

private slots:
    void words_end_where_a_shell_ends_them_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words"); ///< divided by |, what ends a command in < >
        QTest::newRow("quotes") << "a 'b c' \"d $(e f)\""
                                << "a|'b c'|\"d $(e f)\"|<nl>";
        QTest::newRow("line goes on") << "a \\\n b"
                                      << "a|b|<nl>";
        QTest::newRow("comment") << "a # b\nc"
                                 << "a|<nl>|c|<nl>";
        QTest::newRow("redirections") << "a >b 2>&1 <c d"
                                      << "a|d|<nl>";
        QTest::newRow("joined") << "a && b || c; d | e"
                                << "a|<&&>|b|<||>|c|<;>|d|<|>|e|<nl>";
        QTest::newRow("array") << "a=(b 'c d' # e\n f)"
                               << "a=[b,'c d',f]|<nl>";
        QTest::newRow("document") << "cat <<E >f\nb\nE\nc"
                                  << "cat|<nl>|{b}|c|<nl>";
        QTest::newRow("never ends") << "a \"b"
                                    << "a|\"b|<nl>";
    }
    void words_end_where_a_shell_ends_them()
    {
        QFETCH(QString, script);
        QFETCH(QString, words);
        const std::string text = script.toStdString();
        const auto part = [&](std::size_t begin, std::size_t end) { return text.substr(begin, end - begin); };
        QStringList found;
        for (const Token& token : tokens_of(text)) {
            std::string word = part(token.begin, token.end);
            if (token.kind == Token::Kind::End)
                word = token.operation == "\n" ? "<nl>" : "<" + token.operation + ">";
            else if (token.kind == Token::Kind::Here)
                word = "{" + trimmed(word) + "}";
            else if (token.kind == Token::Kind::Array) {
                QStringList items;
                for (const auto& [begin, end] : token.items)
                    items << QString::fromStdString(part(begin, end));
                word += "[" + items.join(",").toStdString() + "]";
            }
            found << QString::fromStdString(word);
        }
        QCOMPARE(found.join("|"), words);
    }

    void whole_numbers_are_computed_as_a_shell_does_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value"); ///< empty: none
        QTest::newRow("order") << "1 + 2 * (3 - 1)"
                               << "5";
        QTest::newRow("whole") << "7 / 2 % 2"
                               << "1";
        QTest::newRow("name") << "-A * 2"
                              << "-6";
        QTest::newRow("nobody's name") << "A + B"
                                       << "";
        QTest::newRow("by nothing") << "A / 0"
                                    << "";
        QTest::newRow("too large") << "999999999999999999 * 999999999999999999"
                                   << "";
        QTest::newRow("left over") << "1 2"
                                   << "";
    }
    void whole_numbers_are_computed_as_a_shell_does()
    {
        QFETCH(QString, text);
        QFETCH(QString, value);
        const auto result = arithmetic(text.toStdString(), [](const std::string& name) {
            return name == "A" ? std::optional(3LL) : std::nullopt;
        });
        QCOMPARE(result ? QString::number(*result) : QString(), value);
    }

    void a_word_becomes_several_where_a_shell_parts_it()
    {
        const std::string script = "x$A\"${B[@]}\"${C:-d e}";
        Expansion expansion(script);
        const auto text = [](const char* letters) {
            Text result;
            result.add(std::string_view(letters), 0);
            return result;
        };
        expansion.variables["A"] = {{text("1 2")}, false};
        expansion.variables["B"] = {{text("3 4"), text("5")}, true};
        QStringList words;
        for (const Text& word : expansion.words({Token::Kind::Word, 0, script.size()}))
            words << QString::fromStdString(word.letters);
        QCOMPARE(words, QStringList({"x1", "23 4", "5d", "e"}));
        expansion.testing = true;
        const std::string unknown = "$D";
        QCOMPARE(Expansion(unknown).word(0, 2).letters, unknown);
        QCOMPARE(expansion.word(0, 3).letters, std::string("x1 2"));
    }

    void a_batch_head_is_read_in_all_its_forms()
    {
        const auto options
            = batch_options("#!/bin/bash\n#SBATCH -N4 --gres=gpu:a100:8 # ours\n#SBATCH --ntasks 32\nrun\n");
        QStringList said;
        for (const BatchOption& option : options)
            said << QString::fromStdString(option.name + "=" + option.value);
        QCOMPARE(said, QStringList({"nodes=4", "gres=8", "gpu_name=a100", "ntasks=32"}));
        QCOMPARE(options.back().place, std::size_t(49));
    }

    void scripts_say_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("value"); ///< of --x
        QTest::newRow("equals") << "torchrun a.py --x=5"
                                << "5";
        for (const char* nodes : {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"})
            QTest::newRow(nodes) << QStringLiteral("#SBATCH -N4\ntorchrun a.py --x $%1").arg(QLatin1String(nodes))
                                 << "4";
        QTest::newRow("variable") << "A=5\ntorchrun a.py --x $A"
                                  << "5";
        QTest::newRow("default") << "torchrun a.py --x ${A:-5}"
                                 << "5";
        QTest::newRow("given before") << "A=4\ntorchrun a.py --x ${A:-5}"
                                      << "4";
        QTest::newRow("arithmetic") << "A=3\nB=$((A * (2 + 1) / 2))\ntorchrun a.py --x ${B}"
                                    << "4";
        QTest::newRow("expr") << "A=3\nB=$(expr $A \\* 2)\ntorchrun a.py --x ${B}"
                              << "6";
        QTest::newRow("several words") << "torchrun a.py --x 1 2 3 --y"
                                       << "1 2 3";
        QTest::newRow("flag") << "torchrun a.py --x --y 2"
                              << "true";
        QTest::newRow("string of options") << "O=\" --x 5 \\\n --y 6\"\ntorchrun a.py ${O}"
                                           << "5";
        QTest::newRow("built backwards") << "O=\" --y\"\nO=\" --x 5 ${O}\"\ntorchrun a.py $O"
                                         << "5";
        QTest::newRow("array") << "O=(--y 1)\nO+=(--x 5)\ntorchrun a.py \"${O[@]}\""
                               << "5";
        QTest::newRow("array of itself") << "O=(--x 5)\nO=(\"${O[@]}\" --y)\ntorchrun a.py ${O[@]}"
                                         << "5";
        QTest::newRow("comment") << "O=(\n --x 5 # --x 6\n # --x 7\n)\ntorchrun a.py ${O[@]}"
                                 << "5";
        QTest::newRow("case") << "A=b\ncase $A in\n a) X=1 ;;\n b|c) X=5 ;;\n *) X=2 ;;\nesac\ntorchrun a.py --x $X"
                              << "5";
        QTest::newRow("elif")
            << "A=2\nif [ $A = 1 ]; then X=1\nelif [ $A = 2 ]; then X=5\nelse X=3\nfi\ntorchrun a.py --x $X"
            << "5";
        QTest::newRow("and") << "A=1\n[ -n \"$A\" ] && X=5\n[ -z \"$A\" ] && X=6\ntorchrun a.py --x $X"
                             << "5";
        QTest::newRow("not set") << "torchrun a.py --x $A"
                                 << "$A";
        QTest::newRow("never run") << "torchrun a.py --x $(rm -rf /tmp/nothing; echo 5)"
                                   << "$()";
        QTest::newRow("waits for another script") << "export ARGS=\"--x 5 --y 6\""
                                                  << "5";
        QTest::newRow("in a function") << "run() {\n torchrun a.py --x 5 --y 6\n}\nrun"
                                       << "5";
        QTest::newRow("to a log") << "torchrun a.py --x 5 2>&1 | tee log.txt"
                                  << "5";
        QTest::newRow("inside bash -c") << "srun bash -c \"torchrun a.py --x 5 --y 2\""
                                        << "5";
    }
    void scripts_say()
    {
        QFETCH(QString, text);
        QFETCH(QString, value);
        const auto settings = shell_settings(text.toStdString(), "f");
        QVERIFY(settings);
        QVERIFY(settings->find("x"));
        QCOMPARE(QString::fromStdString(settings->find("x")->value), value);
    }
};

PLATEAU_TEST(TestShell)

} // namespace tst_shell

#include "tst_shell.moc"
