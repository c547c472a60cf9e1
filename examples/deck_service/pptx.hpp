// SPDX-License-Identifier: BSL-1.0
// A deck as PPTX: Office Open XML, in a ZIP archive without compression.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "deck.hpp"

namespace deck_service {

/// Files side by side in one, stored as they are.
class zip_writer {
 public:
  void add(const std::string& name, std::string_view bytes) {
    const std::string about = number(crc(bytes), 4) + number(bytes.size(), 4) +
                              number(bytes.size(), 4) + number(name.size(), 2) + number(0, 2);
    // Version 2.0, no flags, stored, on the first day that the format knows.
    const std::string how =
        number(20, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number((1 << 5) | 1, 2);
    listed_ += number(0x02014b50, 4) + number(20, 2) + how + about + number(0, 2) + number(0, 2) +
               number(0, 2) + number(0, 4) + number(out_.size(), 4) + name;
    out_ += number(0x04034b50, 4) + how + about + name;
    out_ += bytes;
    ++count_;
  }
  [[nodiscard]] std::string finish() const {
    return out_ + listed_ + number(0x06054b50, 4) + number(0, 2) + number(0, 2) +
           number(count_, 2) + number(count_, 2) + number(listed_.size(), 4) +
           number(out_.size(), 4) + number(0, 2);
  }

 private:
  static std::string number(std::uint64_t value, int bytes) {
    std::string out;
    for (; bytes != 0; --bytes, value >>= 8U) out += static_cast<char>(value & 0xffU);
    return out;
  }
  static std::uint32_t crc(std::string_view bytes) {
    std::uint32_t out = 0xffff'ffffU;
    for (const char c : bytes) {
      out ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) out = (out >> 1U) ^ ((out & 1U) != 0 ? 0xedb8'8320U : 0U);
    }
    return ~out;
  }

  std::string out_{};
  std::string listed_{};
  std::size_t count_ = 0;
};

class pptx_writer {
 public:
  void add(const slide& of) {
    std::string points;
    for (const std::string& point : of.points) points += paragraph(point);
    if (points.empty()) points = paragraph("");
    slides_.push_back(
        "<p:sld " + names + "><p:cSld><p:spTree>" + group +
        shape(2, "Title", "<p:ph type=\"title\"/>", "457200", "1143000", paragraph(of.title)) +
        shape(3, "Points", "<p:ph idx=\"1\"/>", "1600200", "4525963", points) +
        "</p:spTree></p:cSld>" + colours_as_they_are + "</p:sld>");
  }

  [[nodiscard]] std::string finish() const {
    zip_writer out;
    std::string types;
    std::string listed;
    std::vector<std::pair<std::string, std::string>> related{
        {"slideMaster", "slideMasters/slideMaster1.xml"}, {"theme", "theme/theme1.xml"}};
    for (std::size_t i = 1; i <= slides_.size(); ++i) {
      const std::string file = "slides/slide" + std::to_string(i) + ".xml";
      related.emplace_back("slide", file);
      types += part_type("/ppt/" + file, "slide");
      listed += "<p:sldId id=\"" + std::to_string(255 + i) + "\" r:id=\"rId" +
                std::to_string(i + 2) + "\"/>";
    }
    out.add("[Content_Types].xml",
            head +
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
                "<Default Extension=\"rels\" "
                "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                "<Default Extension=\"xml\" ContentType=\"application/xml\"/>" +
                part_type("/ppt/presentation.xml", "presentation.main") +
                part_type("/ppt/slideMasters/slideMaster1.xml", "slideMaster") +
                part_type("/ppt/slideLayouts/slideLayout1.xml", "slideLayout") +
                "<Override PartName=\"/ppt/theme/theme1.xml\" ContentType=\"application/"
                "vnd.openxmlformats-officedocument.theme+xml\"/>" +
                types + "</Types>");
    out.add("_rels/.rels", relations({{"officeDocument", "ppt/presentation.xml"}}));
    out.add("ppt/presentation.xml",
            head + "<p:presentation " + names +
                "><p:sldMasterIdLst><p:sldMasterId id=\"2147483648\" r:id=\"rId1\"/>"
                "</p:sldMasterIdLst><p:sldIdLst>" +
                listed +
                "</p:sldIdLst><p:sldSz cx=\"9144000\" cy=\"6858000\"/><p:notesSz cx=\"6858000\" "
                "cy=\"9144000\"/></p:presentation>");
    out.add("ppt/_rels/presentation.xml.rels", relations(related));
    out.add("ppt/slideMasters/slideMaster1.xml",
            head + "<p:sldMaster " + names + "><p:cSld><p:spTree>" + group +
                "</p:spTree></p:cSld><p:clrMap bg1=\"lt1\" tx1=\"dk1\" bg2=\"lt2\" tx2=\"dk2\" "
                "accent1=\"accent1\" accent2=\"accent2\" accent3=\"accent3\" accent4=\"accent4\" "
                "accent5=\"accent5\" accent6=\"accent6\" hlink=\"hlink\" folHlink=\"folHlink\"/>"
                "<p:sldLayoutIdLst><p:sldLayoutId id=\"2147483649\" r:id=\"rId1\"/>"
                "</p:sldLayoutIdLst></p:sldMaster>");
    out.add("ppt/slideMasters/_rels/slideMaster1.xml.rels",
            relations({{"slideLayout", "../slideLayouts/slideLayout1.xml"},
                       {"theme", "../theme/theme1.xml"}}));
    out.add("ppt/slideLayouts/slideLayout1.xml",
            head + "<p:sldLayout " + names +
                " type=\"obj\"><p:cSld name=\"Title and Points\">"
                "<p:spTree>" +
                group +
                shape(2, "Title", "<p:ph type=\"title\"/>", "457200", "1143000", paragraph("")) +
                shape(3, "Points", "<p:ph idx=\"1\"/>", "1600200", "4525963", paragraph("")) +
                "</p:spTree></p:cSld>" + colours_as_they_are + "</p:sldLayout>");
    out.add("ppt/slideLayouts/_rels/slideLayout1.xml.rels",
            relations({{"slideMaster", "../slideMasters/slideMaster1.xml"}}));
    out.add("ppt/theme/theme1.xml", theme());
    for (std::size_t i = 0; i < slides_.size(); ++i) {
      const std::string file = "slide" + std::to_string(i + 1) + ".xml";
      out.add("ppt/slides/" + file, head + slides_[i]);
      out.add("ppt/slides/_rels/" + file + ".rels",
              relations({{"slideLayout", "../slideLayouts/slideLayout1.xml"}}));
    }
    return out.finish();
  }

 private:
  static inline const std::string head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
  static inline const std::string office = "http://schemas.openxmlformats.org/";
  static inline const std::string names =
      "xmlns:a=\"" + office + "drawingml/2006/main\" xmlns:r=\"" + office +
      "officeDocument/2006/relationships\" xmlns:p=\"" + office + "presentationml/2006/main\"";
  static inline const std::string group =
      "<p:nvGrpSpPr><p:cNvPr id=\"1\" "
      "name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>";
  static inline const std::string colours_as_they_are =
      "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>";

  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '<')
        out += "&lt;";
      else if (c == '&')
        out += "&amp;";
      else
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
  }
  static std::string paragraph(const std::string& text) {
    if (text.empty()) return "<a:p/>";
    return "<a:p><a:r><a:t>" + escaped(text) + "</a:t></a:r></a:p>";
  }
  static std::string shape(int id, const std::string& name, const std::string& place,
                           const std::string& y, const std::string& height,
                           const std::string& paragraphs) {
    return "<p:sp><p:nvSpPr><p:cNvPr id=\"" + std::to_string(id) + "\" name=\"" + name +
           "\"/><p:cNvSpPr/><p:nvPr>" + place +
           "</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x=\"457200\" y=\"" + y +
           "\"/><a:ext cx=\"8229600\" cy=\"" + height +
           "\"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>" + paragraphs +
           "</p:txBody></p:sp>";
  }
  static std::string part_type(const std::string& part, const std::string& type) {
    return "<Override PartName=\"" + part +
           "\" ContentType=\"application/vnd.openxmlformats-officedocument.presentationml." + type +
           "+xml\"/>";
  }
  static std::string relations(const std::vector<std::pair<std::string, std::string>>& to) {
    std::string out = head + "<Relationships xmlns=\"" + office + "package/2006/relationships\">";
    for (std::size_t i = 0; i < to.size(); ++i)
      out += "<Relationship Id=\"rId" + std::to_string(i + 1) + "\" Type=\"" + office +
             "officeDocument/2006/relationships/" + to[i].first + "\" Target=\"" + to[i].second +
             "\"/>";
    return out + "</Relationships>";
  }
  static std::string theme() {
    std::string colours;
    const std::pair<const char*, const char*> named[] = {
        {"dk1", "000000"},     {"lt1", "FFFFFF"},     {"dk2", "1F497D"},
        {"lt2", "EEECE1"},     {"accent1", "4F81BD"}, {"accent2", "C0504D"},
        {"accent3", "9BBB59"}, {"accent4", "8064A2"}, {"accent5", "4BACC6"},
        {"accent6", "F79646"}, {"hlink", "0000FF"},   {"folHlink", "800080"}};
    for (const auto& [name, value] : named)
      colours += std::string("<a:") + name + "><a:srgbClr val=\"" + value + "\"/></a:" + name + ">";
    const auto thrice = [](const std::string& each) { return each + each + each; };
    const std::string fill = "<a:solidFill><a:schemeClr val=\"phClr\"/></a:solidFill>";
    const std::string font =
        "<a:latin typeface=\"Calibri\"/><a:ea typeface=\"\"/><a:cs typeface=\"\"/>";
    return head + "<a:theme xmlns:a=\"" + office +
           "drawingml/2006/main\" name=\"Plain\"><a:themeElements><a:clrScheme name=\"Plain\">" +
           colours + "</a:clrScheme><a:fontScheme name=\"Plain\"><a:majorFont>" + font +
           "</a:majorFont><a:minorFont>" + font +
           "</a:minorFont></a:fontScheme><a:fmtScheme name=\"Plain\"><a:fillStyleLst>" +
           thrice(fill) + "</a:fillStyleLst><a:lnStyleLst>" + thrice("<a:ln>" + fill + "</a:ln>") +
           "</a:lnStyleLst><a:effectStyleLst>" +
           thrice("<a:effectStyle><a:effectLst/></a:effectStyle>") +
           "</a:effectStyleLst><a:bgFillStyleLst>" + thrice(fill) +
           "</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>";
  }

  std::vector<std::string> slides_{};
};

}  // namespace deck_service
