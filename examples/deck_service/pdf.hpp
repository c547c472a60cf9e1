// SPDX-License-Identifier: BSL-1.0
// A deck as PDF: one page for each slide, in Helvetica.
#pragma once

#include <string>
#include <vector>

#include "deck.hpp"

namespace deck_service {

class pdf_writer {
 public:
  void add(const slide& of) {
    std::string text = "BT /F1 32 Tf 60 440 Td (" + escaped(of.title) + ") Tj ET\n";
    int y = 380;
    for (const std::string& point : of.points) {
      text += "BT /F1 18 Tf 80 " + std::to_string(y) + " Td (\\225 " + escaped(point) + ") Tj ET\n";
      y -= 30;
    }
    pages_.push_back(std::move(text));
  }

  [[nodiscard]] std::string finish(const std::string& title) const {
    // Objects are numbered: 1 the catalogue, 2 the list of pages, 3 the font, 4 the title, and then
    // two for each page.
    std::vector<std::string> objects;
    objects.push_back("<< /Type /Catalog /Pages 2 0 R >>");
    std::string kids;
    for (std::size_t i = 0; i < pages_.size(); ++i) kids += std::to_string(5 + 2 * i) + " 0 R ";
    objects.push_back("<< /Type /Pages /Kids [ " + kids + "] /Count " +
                      std::to_string(pages_.size()) + " >>");
    objects.push_back(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    objects.push_back("<< /Title (" + escaped(title) + ") >>");
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      objects.push_back(
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 960 540] /Resources << /Font << /F1 3 0 R "
          ">> "
          ">> /Contents " +
          std::to_string(6 + 2 * i) + " 0 R >>");
      objects.push_back("<< /Length " + std::to_string(pages_[i].size()) + " >>\nstream\n" +
                        pages_[i] + "endstream");
    }
    std::string out = "%PDF-1.4\n";
    std::string table;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      std::string at = std::to_string(out.size());
      table += std::string(10 - at.size(), '0') + at + " 00000 n \n";
      out += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
    }
    const std::string begin = std::to_string(out.size());
    const std::string size = std::to_string(objects.size() + 1);
    return out + "xref\n0 " + size + "\n0000000000 65535 f \n" + table + "trailer\n<< /Size " +
           size + " /Root 1 0 R /Info 4 0 R >>\nstartxref\n" + begin + "\n%%EOF\n";
  }

 private:
  /// The letters of Latin-1; others are question marks.
  static std::string escaped(std::string_view utf8) {
    std::string out;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
      const auto c = static_cast<unsigned char>(utf8[i]);
      if (c < 0x80) {
        if (c == '(' || c == ')' || c == '\\') out += '\\';
        out += c < 0x20 ? ' ' : static_cast<char>(c);
      } else if ((c & 0xfeU) == 0xc2U && i + 1 < utf8.size()) {
        const unsigned point = ((c & 0x3U) << 6U) | (static_cast<unsigned char>(utf8[++i]) & 0x3fU);
        out += static_cast<char>(point);
      } else if ((c & 0xc0U) == 0xc0U) {
        out += '?';
      }
    }
    return out;
  }

  std::vector<std::string> pages_{};
};

}  // namespace deck_service
