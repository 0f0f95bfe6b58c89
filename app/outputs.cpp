// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputs.h"

#include <algorithm>

#include "app/command.h"
#include "core/catalog/catalog.h"

namespace plateau::app {

namespace {

constexpr const char* output_flags[] = {"--csv", "--handout", "--output", "--trace"};

bool names_an_output(const std::string& flag)
{
    return std::find(std::begin(output_flags), std::end(output_flags), flag) != std::end(output_flags);
}

} // namespace

files::Replacing replacing(const Arguments& arguments, std::function<bool(const std::string&)> earlier,
                           const std::vector<std::filesystem::path>& read)
{
    files::Replacing result;
    result.what = arguments.has(force_flag.name) ? files::Replacing::What::Anything : files::Replacing::What::Earlier;
    result.earlier = std::move(earlier);
    result.otherwise = {PLATEAU_TEXT("another file, or --force"), {}};
    result.inputs = catalog::preset_folders();
    result.inputs.insert(result.inputs.end(), read.begin(), read.end());
    result.inputs.insert(result.inputs.end(), arguments.operands.begin(), arguments.operands.end());
    for (const auto& [flag, value] : arguments.flags) {
        if (names_an_output(flag))
            continue;
        result.inputs.emplace_back(value);
        if (const std::size_t equals = value.find('='); equals != std::string::npos)
            result.inputs.emplace_back(value.substr(equals + 1));
    }
    std::erase_if(result.inputs, [](const std::filesystem::path& path) { return path.empty(); });
    return result;
}

Expected<int> not_opened(const Error& error)
{
    if (error.accepted.empty())
        return failed(error);
    return tl::unexpected(error);
}

} // namespace plateau::app
