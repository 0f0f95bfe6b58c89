// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/part.h"

#include "core/estimate/terms/descriptions.h"

namespace plateau {

namespace {

const TermInfo& info(Part part) { return term_infos[std::size_t(part)]; }

template<PartKind wanted>
double sum_of_kind(const std::array<double, part_count>& values)
{
    double sum = 0;
    Terms::for_each([&]<class Term>(std::type_identity<Term>) {
        if constexpr (Term::info.kind == wanted)
            sum += values[std::size_t(Term::info.part)];
    });
    return sum;
}

} // namespace

PartKind kind(Part part) { return info(part).kind; }
const char* name(Part part) { return info(part).name; }
const char* label(Part part) { return info(part).label; }
const char* cause(Part part) { return info(part).cause; }
StepGroup step_group(Part part) { return info(part).group; }

std::span<const char* const> remedies(Part part)
{
    const auto& keys = info(part).remedies;
    std::size_t count = 0;
    while (count < keys.size() && keys[count])
        ++count;
    return {keys.data(), count};
}

double Parts::communication_seconds() const { return sum_of_kind<PartKind::Communication>(value); }
double Parts::communication_busy_seconds() const { return sum_of_kind<PartKind::Communication>(busy); }
double Parts::computing_seconds() const { return sum_of_kind<PartKind::Compute>(value) + (*this)[Part::Slowdown]; }

} // namespace plateau
