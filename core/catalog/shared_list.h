// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

namespace plateau::catalog {

/// A vector whose copies share their elements until one of them is edited: words that thousands of scenarios carry.
template<class T>
class SharedList {
public:
    using const_iterator = typename std::vector<T>::const_iterator;
    using value_type = T;

    SharedList() = default;
    SharedList(std::vector<T> elements) : elements_(std::make_shared<std::vector<T>>(std::move(elements))) { }

    operator const std::vector<T>&() const { return elements_ ? *elements_ : none(); }
    const_iterator begin() const { return list().begin(); }
    const_iterator end() const { return list().end(); }
    std::size_t size() const { return list().size(); }
    bool empty() const { return list().empty(); }
    const T& operator[](std::size_t index) const { return list()[index]; }

    /// This copy's own elements.
    std::vector<T>& edit()
    {
        if (!elements_ || elements_.use_count() > 1)
            elements_ = std::make_shared<std::vector<T>>(list());
        return *elements_;
    }

private:
    const std::vector<T>& list() const { return *this; }
    static const std::vector<T>& none()
    {
        static const std::vector<T> empty;
        return empty;
    }

    std::shared_ptr<std::vector<T>> elements_;
};

} // namespace plateau::catalog
