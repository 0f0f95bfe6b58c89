// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/part.h"

#include "core/estimate/terms/descriptions.h"

namespace plateau {

namespace {

const TermInfo& info(Part part) { return term_infos[std::size_t(part)]; }

template<PartKind wanted, class N>
N sum_of_kind(const std::array<N, part_count>& values)
{
    N sum = 0;
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

template<class N>
N PartsOf<N>::communication_seconds() const
{
    return named({"t_wait", PLATEAU_TEXT("communication the step waits for"), units::Unit::Seconds},
                 sum_of_kind<PartKind::Communication>(value));
}

template<class N>
N PartsOf<N>::communication_busy_seconds() const
{
    return named({"t_all", PLATEAU_TEXT("all communication, hidden or not"), units::Unit::Seconds},
                 sum_of_kind<PartKind::Communication>(busy));
}

template<class N>
N PartsOf<N>::computing_seconds() const
{
    return named({"t_busy", PLATEAU_TEXT("seconds at busy power"), units::Unit::Seconds},
                 N(sum_of_kind<PartKind::Compute>(value) + (*this)[Part::Slowdown]));
}

template double PartsOf<double>::communication_seconds() const;
template double PartsOf<double>::communication_busy_seconds() const;
template double PartsOf<double>::computing_seconds() const;
template Traced PartsOf<Traced>::communication_seconds() const;
template Traced PartsOf<Traced>::communication_busy_seconds() const;
template Traced PartsOf<Traced>::computing_seconds() const;

} // namespace plateau
