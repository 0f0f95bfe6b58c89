// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/formula/number.h"
#include "core/model/workspace.h"
#include "core/physics/kernels/kernels.h"

/// What the terms' formulas read. With N = double, x[&Prepared::hidden] is that member and nothing more; with
/// N = Traced it is a quantity with symbol, name, unit, source and the row that changes it.
namespace plateau {

using formula::Traced;

/// The members of these types that formulas may name; each has a row in inputs.cpp, or a parameter of the same key.
Traced traced(const Prepared& prepared, double Prepared::*member);
Traced traced(const Prepared& prepared, int Prepared::*member);
Traced traced(const Prepared& prepared, double catalog::StackConstants::*member);
Traced traced(const Prepared& prepared, double catalog::PhysicsValues::*member);
Traced traced(const Prepared& prepared, double Offload::*member);
Traced traced(const Prepared& prepared, double catalog::ScanWork::*member);
/// Whatever holds the value; `key`: the parameter it is.
Traced traced(const Prepared& prepared, const formula::Symbol& symbol, double value, const char* key);
Traced traced(const Prepared& prepared, const Plan& plan, int Plan::*member);
Traced traced(const Degrees& degrees, double Degrees::*member);
Traced traced(const Degrees& degrees, int Degrees::*member);
kernels::AcceleratorRatesOf<Traced> traced_device(const Prepared& prepared);
Traced traced_collective(const Prepared& prepared, Workspace& workspace, const Traffic& traffic, const Traced& bytes);
Traced traced_point_to_point(const Prepared& prepared, const collectives::Link& link, const Traced& bytes);

/// What does not depend on the plan.
template<class N>
class Constants {
public:
    explicit Constants(const Prepared& all) : prepared(all), device(device_of(all)) { }

    template<class Number>
    N operator[](Number Prepared::*member) const
    {
        return read(prepared, member);
    }
    N operator[](double catalog::StackConstants::*member) const { return read(prepared.stack, member); }
    N operator[](double catalog::PhysicsValues::*member) const { return read(prepared.physics, member); }
    N operator[](double Offload::*member) const { return read(prepared.offload, member); }
    N operator[](double catalog::ScanWork::*member) const { return read(prepared.scan, member); }

    /// `each` in a mean layer, where `share` of the layers have it; where all have it, `each` itself.
    N of_layers(double Prepared::*share, const N& each) const
    {
        return prepared.*share == 1 ? each : N((*this)[share] * each);
    }

    /// A parameter that Prepared has no member for.
    N parameter(const formula::Symbol& symbol, double value, const char* key) const
    {
        if constexpr (is_fast)
            return value;
        else
            return traced(prepared, symbol, value, key);
    }

    N memory_seconds(const N& bytes) const { return kernels::memory_seconds(device, bytes); }

    const Prepared& prepared;

protected:
    static constexpr bool is_fast = std::is_same_v<N, double>;

private:
    template<class Struct, class Number>
    N read(const Struct& values, Number Struct::*member) const
    {
        if constexpr (is_fast)
            return values.*member;
        else
            return traced(prepared, member);
    }

    using Device = std::conditional_t<is_fast, const kernels::AcceleratorRates&, kernels::AcceleratorRatesOf<N>>;
    static Device device_of(const Prepared& prepared)
    {
        if constexpr (is_fast)
            return prepared.device;
        else
            return traced_device(prepared);
    }

public:
    Device device; ///< the accelerator's kernels
};

template<class N>
class Inputs : public Constants<N> {
public:
    Inputs(const Prepared& all, const Degrees& filled, Workspace& memo)
        : Constants<N>(all), degrees(filled), plan(filled.plan), workspace(memo)
    {
    }

    using Constants<N>::operator[];
    N operator[](int Plan::*member) const
    {
        if constexpr (is_fast)
            return plan.*member;
        else
            return traced(prepared, plan, member);
    }
    template<class Number>
    N operator[](Number Degrees::*member) const
    {
        if constexpr (is_fast)
            return degrees.*member;
        else
            return traced(degrees, member);
    }

    /// Ranks that divide one expert.
    N expert_tensor() const { return plan.etp > 0 ? (*this)[&Plan::etp] : (*this)[&Plan::tp]; }

    /// Seconds of one collective on `bytes`.
    N collective(Traffic traffic, const N& bytes) const
    {
        if constexpr (is_fast) {
            traffic.bytes = bytes;
            return workspace.collective(prepared, traffic).seconds;
        } else {
            return traced_collective(prepared, workspace, traffic, bytes);
        }
    }

    /// Seconds of handing `bytes` over a link.
    N point_to_point(const collectives::Link& link, const N& bytes) const
    {
        if constexpr (is_fast)
            return collectives::point_to_point_seconds(link.span, prepared.transport, bytes, link.crosses_network);
        else
            return traced_point_to_point(prepared, link, bytes);
    }

    using Constants<N>::prepared;
    const Degrees& degrees;
    const Plan& plan; ///< with every degree filled in
    Workspace& workspace;

private:
    using Constants<N>::is_fast;
};

} // namespace plateau
