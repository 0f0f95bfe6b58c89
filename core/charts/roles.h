// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>

#include "core/text/messages/message.h"

namespace plateau::figures {

/// Who a series belongs to; the theme maps it to hue, dash and marker.
enum class SeriesRole {
    Current,
    PinA,
    PinB,
    PinC,
    PinD,
    PinE,
    PinF,
    Reference, ///< ideal, ceiling: thin grey
    Thin, ///< a companion of the current curve: thin, same hue
    OtherPlan, ///< the current question answered with another plan: a hue of its own, no markers
    Band, ///< between y_low and y: how sure the curve is
    HiddenBand, ///< between y_low and y: what the curve hides
    GroupA, ///< points of one group among others, the first four with hue and marker of their own
    GroupB,
    GroupC,
    GroupD,
    GroupRest, ///< all further groups: small grey dots; also neutral bars
    Published, ///< measured points over curves: unfilled rings
};

/// The hue of one of several questions laid over each other: 0 is the current one, then the pins in turn.
inline SeriesRole role_of_slot(int slot)
{
    constexpr int pins = int(SeriesRole::PinF) - int(SeriesRole::Current);
    return slot <= 0 ? SeriesRole::Current : SeriesRole(int(SeriesRole::PinA) + (slot - 1) % pins);
}

inline bool is_pin(SeriesRole role) { return role >= SeriesRole::PinA && role <= SeriesRole::PinF; }

/// Holds a set of series roles.
class Roles {
public:
    constexpr Roles(std::initializer_list<SeriesRole> roles = {})
    {
        for (const SeriesRole role : roles)
            add(role);
    }
    static constexpr Roles all()
    {
        Roles roles;
        roles.bits_ = ~std::uint32_t(0);
        return roles;
    }
    constexpr void add(SeriesRole role) { bits_ |= bit(role); }
    constexpr bool has(SeriesRole role) const { return (bits_ & bit(role)) != 0; }
    bool operator==(const Roles&) const = default;

private:
    static constexpr std::uint32_t bit(SeriesRole role) { return std::uint32_t(1) << static_cast<int>(role); }

    std::uint32_t bits_ = 0;
};

/// A part of a chart that has a name: a curve, points, a bar. It can be called otherwise and left out.
struct NamedPart {
    Message& name;
    SeriesRole role;
};

/// Is what has this name to be left out?
using IsOut = std::function<bool(const Message&)>;

/// It says what a piece of a bar or an area is: grey computes, orange waits for traffic, hatched on canvas is idle,
/// violet waits for the host or for others.
enum class SegmentKind {
    MatrixMultiply,
    Attention,
    OtherKernels,
    Optimizer,
    Recompute,
    AllGather,
    ReduceScatter,
    TensorTraffic,
    ContextTraffic,
    ExpertTraffic,
    OtherTraffic,
    Idle,
    Host,
    Jitter,
};
inline bool is_waiting(SegmentKind kind) { return kind >= SegmentKind::AllGather; }

/// From the lowest to the highest of the values an axis has to show.
struct ValueSpan {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    /// `positive`: the axis is logarithmic and has no place for others.
    void add(double value, bool positive)
    {
        if (!std::isfinite(value) || (positive && value <= 0))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

} // namespace plateau::figures
