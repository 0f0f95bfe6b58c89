// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/refusal.h"

#include <algorithm>

#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

Message reason(const Program& program)
{
    const Verbatim title{program.title};
    switch (program.refused) {
    case Refused::Reinforcement:
        return {PLATEAU_TEXT("a file of %1, which is not read: a step of reinforcement learning also generates and "
                             "scores samples, which is not modelled"),
                {title}};
    case Refused::Code:
        return {PLATEAU_TEXT("a configuration of %1, which is a Python program and is not read"), {title}};
    case Refused::Launcher:
        return {PLATEAU_TEXT("a file of %1, which is not read: it says what is started, not how that trains"), {title}};
    case Refused::Account:
        return {PLATEAU_TEXT("a table of %1, which is not read: it says how long jobs took, not what they did"),
                {title}};
    default:
        return {PLATEAU_TEXT("a configuration of %1, which is recognised but not read"), {title}};
    }
}

/// The line of the text that has the word, as a setting without a key; empty where none has.
Setting line_with(const std::string& text, const std::string& word)
{
    Setting setting;
    const std::size_t at = text.find(word);
    if (at == std::string::npos)
        return setting;
    const std::size_t start = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    setting.value = trimmed(text.substr(start, std::min(text.find('\n', at), text.size()) - start)).substr(0, 120);
    setting.line = static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
    setting.column = 1;
    return setting;
}

/// Where the file names its model.
Setting named_model(const Program& program, const Settings& settings, const std::string& text)
{
    for (const std::string& name : program.names) {
        if (const Setting* found = settings.find(name))
            return *found;
        if (Setting found = line_with(text, name); found.line > 0)
            return found;
    }
    return {};
}

} // namespace

Error refusal(const Program& program, const Settings& settings, const std::string& text, const std::string& file)
{
    const Setting model = named_model(program, settings, text);
    Error error{reason(program), files::where(file, std::max(1, model.line), std::max(1, model.column)), {}};
    if (model.line == 0)
        error.accepted = {PLATEAU_TEXT("a scenario, or the trainer's own configuration"), {}};
    else
        error.accepted = {PLATEAU_TEXT("a scenario with this model: %1"),
                          {Verbatim{model.key.empty() ? model.value : model.key + ": " + model.value}}};
    return error;
}

} // namespace plateau::programs
