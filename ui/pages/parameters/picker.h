// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <QFrame>
#include <QString>

#include "core/catalog/catalog.h"
#include "ui/controls/controls.h"
#include "ui/document/edited_question.h"

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QStandardItemModel;

namespace plateau::ui {

/// Shares of the largest of the catalog, 0 to 1.
struct HardwareThumbnail {
    double peak = 0; ///< dense, of bf16 or the nearest there is
    double memory = 0; ///< that programs can take
};
struct ModelThumbnail {
    double layers = 0;
    double width = 0;
    double active = 1; ///< parameters a token passes through, of all
    int experts = 0; ///< 0: dense
};

/// One thing to choose, as a list shows it.
struct PickerEntry {
    QString value; ///< its id
    QString title; ///< "H100 SXM 80GB"
    QString group; ///< "NVIDIA, NCCL on Hopper", "Llama"
    QString detail; ///< "989 TFLOP/s, memory 85.52 GB, domains of 8"
    QString help;
    std::variant<HardwareThumbnail, ModelThumbnail> thumbnail;

    /// Does every one of these words stand in its title, group, detail or id?
    bool matches(const QString& words) const;
    /// How much these words are its name: 4 where they are its id, 3 its title, 2 where its title begins with them, 1
    /// where they stand in it, else 0.
    int likeness(const QString& words) const;
};

/// The catalog's accelerators ("hardware") by vendor and the generation of their collective library, or its models
/// ("model") by family and size; of other parameters none.
std::vector<PickerEntry> picker_entries(const std::string& key, const catalog::Catalog& catalog);

/// A list to choose one thing from, in groups, with a picture of each. Typing filters, arrows move, Enter takes, Escape
/// leaves. What is chosen now is in sight when it opens. Below it stands a button for what the list does not have.
class PickerPopup final : public QFrame {
    Q_OBJECT
public:
    /// `file_words`: on the button that asks for a file; empty: no button.
    PickerPopup(const QString& name, const QString& file_words, QWidget* parent = nullptr);

    void open_at(const QWidget& below, std::vector<PickerEntry> entries, const QString& current);
    /// Ids of what is shown, from the top.
    QStringList shown() const;
    QString current() const;
    QPushButton* file_button() const { return file_; }

signals:
    void chosen(const QString& value);
    void file_wanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fill(const QString& words);
    void move_with(QKeyEvent& key);
    void take();
    void place(const QWidget& below);
    std::optional<std::size_t> entry_at(int row) const;

    std::vector<PickerEntry> entries_;
    QString open_with_;
    QLineEdit* finder_;
    QListView* list_;
    QStandardItemModel* items_;
    QLabel* nothing_;
    QPushButton* file_ = nullptr;
};

/// A combo box whose list is a PickerPopup. One item for each entry of the catalog, its id as data.
class PickerCombo final : public QuietCombo {
    Q_OBJECT
public:
    PickerCombo(std::string key, const QuestionDocument& document, QWidget* parent = nullptr);

    void showPopup() override;
    void hidePopup() override;
    /// Null until it was first opened.
    PickerPopup* popup() const { return popup_; }
    /// Empty: given up.
    static QString ask_model_file(QWidget* parent);

signals:
    void file_chosen(const QString& file); ///< in place of an entry of the catalog

private:
    void choose(const QString& value);
    void ask_file();

    std::string key_;
    const QuestionDocument& document_;
    PickerPopup* popup_ = nullptr;
};

} // namespace plateau::ui
