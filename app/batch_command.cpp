// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "core/files/budget.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

constexpr const char* answering[]
    = {"estimate", "plans", "check", "gap", "solve", "collective", "limits", "read", "sweep"};
constexpr const char* operand_keys[] = {"scenario", "file", "operation"};

/// A value as a person types it.
std::string typed(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

Expected<const Command*> command_of(const Json& question)
{
    const auto named = question.find("command");
    const std::string name = named == question.end() ? "" : typed(*named);
    if (std::ranges::find(answering, name) != std::end(answering))
        if (const Command* command = find_command(name))
            return command;
    return tl::unexpected(unknown_name({PLATEAU_TEXT("“%1” is no command that answers one question"), {Verbatim{name}}},
                                       name, std::vector<std::string>(std::begin(answering), std::end(answering))));
}

/// The words of a command line that ask the same: every key but those of the question itself is a flag.
Expected<std::vector<std::string>> words_of(const Command& command, const Json& question)
{
    std::vector<std::string> words;
    for (const auto& [key, value] : question.items()) {
        if (key == "id" || key == "command")
            continue;
        if (std::ranges::find(operand_keys, key) != std::end(operand_keys)) {
            if (typed(value).starts_with("-"))
                return failure(
                    {PLATEAU_TEXT("“%1” is no name and no file that a batch can read"), {Verbatim{typed(value)}}});
            words.insert(words.begin(), typed(value));
            continue;
        }
        const std::string flag = "--" + key;
        if (names_an_output(flag))
            return failure({PLATEAU_TEXT("“%1” names a file to be written; a batch writes none"), {Verbatim{key}}});
        if (key == "set" && value.is_object()) {
            for (const auto& [parameter, chosen] : value.items())
                words.insert(words.end(), {flag, parameter + "=" + typed(chosen)});
            continue;
        }
        const Json each = value.is_array() ? value : Json::array({value});
        for (const Json& one : each)
            if (one == true)
                words.push_back(flag);
            else if (one != false && !one.is_null())
                words.insert(words.end(), {flag, typed(one)});
    }
    for (const char* flag : {"--json", "--quiet"})
        if (std::ranges::any_of(command.flags, [&](const Flag& each) { return std::string_view(each.name) == flag; })
            && std::ranges::find(words, flag) == words.end())
            words.emplace_back(flag);
    return words;
}

/// What an answer begins with, and all of one that is an error.
std::string head_of(const Json& question, int status, const std::string& error)
{
    Json head;
    if (question.is_object() && question.contains("id"))
        head["id"] = question["id"];
    head["exit"] = status;
    if (!error.empty())
        head["error"] = error;
    return json_text(head, -1);
}

/// The next line, cut a letter behind the longest that is answered; false at the end.
bool next_line(std::istream& questions, std::string& line)
{
    std::streambuf& letters = *questions.rdbuf();
    line.clear();
    for (int letter = letters.sbumpc(); letter != '\n'; letter = letters.sbumpc()) {
        if (letter == std::char_traits<char>::eof())
            return !line.empty();
        if (line.size() <= files::budget::batch_line)
            line += static_cast<char>(letter);
    }
    return true;
}

/// A line as JSON; what is nested deeper than any question, or is none, is no object.
Json parsed(const std::string& line)
{
    bool deep = false;
    const auto shallow = [&deep](int depth, Json::parse_event_t, const Json&) {
        deep = deep || depth > files::budget::question_depth;
        return depth <= files::budget::question_depth;
    };
    Json question = Json::parse(line, shallow, false);
    return deep ? Json() : question;
}

/// The answer to one line, on one line.
std::string answer_to(const std::string& line)
{
    if (line.size() > files::budget::batch_line)
        return head_of({}, exit_usage, fmt::format("this line is longer than {} MiB", files::budget::batch_line >> 20));
    const Json question = parsed(line);
    if (!question.is_object())
        return head_of({}, exit_usage, "this is no JSON object on one line, or one that is nested too deep");
    const auto refused = [&](const Error& error) { return head_of(question, exit_usage, english(error)); };
    const auto command = command_of(question);
    if (!command)
        return refused(command.error());
    const auto words = words_of(**command, question);
    if (!words)
        return refused(words.error());
    Captured captured;
    const Expected<int> status = answer_command(**command, *words);
    if (!status)
        return refused(status.error());
    if (*status == exit_failed)
        return head_of(question, *status, captured.remarks);
    if (!captured.answer.starts_with("{"))
        return head_of(question, exit_usage, "this has no answer as JSON");
    std::erase(captured.answer, '\n'); // between rows; within words they are escaped
    const std::string head = head_of(question, *status, {});
    return head.substr(0, head.size() - 1) + "," + captured.answer.substr(1);
}

/// Answers lines on all cores and gives the answers in the order of the lines, each as soon as it may.
class Batch {
public:
    Batch()
    {
        for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
            workers_.emplace_back([this] { work(); });
    }
    ~Batch()
    {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        changed_.notify_all();
        workers_.clear();
        give();
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    /// Waits while many lines are unanswered. False: nobody reads the answers any more.
    bool add(std::string line)
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return lines_.size() < files::budget::waiting; });
        lines_.push_back({std::move(line)});
        waiting_.push_back(&lines_.back());
        changed_.notify_all();
        return holds_;
    }

private:
    struct Line {
        std::string text; ///< the question, then the answer
        bool answered = false;
    };

    void work()
    {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
            if (waiting_.empty())
                return;
            Line& line = *waiting_.front();
            waiting_.pop_front();
            lock.unlock();
            std::string answer = answer_to_line(line.text);
            lock.lock();
            line.text = std::move(answer);
            line.answered = true;
            give();
            changed_.notify_all();
        }
    }
    /// With the lock: what is answered at the front of the lines.
    void give()
    {
        bool any = false;
        for (; !lines_.empty() && lines_.front().answered; lines_.pop_front(), any = true)
            put(lines_.front().text + "\n");
        if (any)
            holds_ = standard_output_holds();
    }

    std::mutex mutex_; ///< of all below
    std::condition_variable changed_;
    std::deque<Line> lines_; ///< not given yet; places in it stay where they are
    std::deque<Line*> waiting_;
    bool closed_ = false;
    bool holds_ = true;
    std::vector<std::jthread> workers_;
};

Expected<int> run_batch(const Arguments& arguments)
{
    const std::string name = arguments.operands.empty() ? "-" : arguments.operands.front();
    std::ifstream file;
    if (name != "-") {
        file.open(name);
        std::error_code error;
        if (!file || std::filesystem::is_directory(name, error))
            return failure({PLATEAU_TEXT("no such file"), {}}, name,
                           {PLATEAU_TEXT("a file of questions, one JSON object a line; - is standard input"), {}});
    }
    std::istream& questions = name == "-" ? std::cin : file;
    Batch batch;
    for (std::string line; next_line(questions, line);)
        if (!trimmed(line).empty() && !batch.add(std::move(line)))
            break;
    return exit_answered;
}

} // namespace

std::string answer_to_line(const std::string& line)
{
    try {
        return answer_to(line);
    } catch (const std::exception& error) {
        return head_of(parsed(line), exit_failed, error.what());
    }
}

extern const Command batch_command(
    "batch", "[FILE|-]",
    "questions as JSON lines, answers as JSON lines: {\"id\": 1, \"command\": \"estimate\", \"scenario\": NAME, "
    "\"set\": {KEY: VALUE}}",
    {}, 1, run_batch, "many, script, python, jsonl");

} // namespace plateau::app
