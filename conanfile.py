# SPDX-License-Identifier: BSL-1.0
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import valid_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.scm import Version

required_conan_version = ">=2.0"


class Pawl(ConanFile):
    name = "pawl"
    description = "Background jobs whose lifecycle is checked by the compiler"
    license = "BSL-1.0"
    topics = ("jobs", "queue", "state-machine", "lifecycle", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    # compiled: the bodies that are no templates, as archives beside the headers; a program that
    # links one of them is in the compiled mode (docs/compile-times.md).
    # tools: pawlctl and pawl-token; with PostgreSQL, pawl-carry-over as well.
    options = {
        "with_codec": [True, False],
        "with_fmt": [True, False],
        "with_openssl": [True, False],
        "with_curl": [True, False],
        "with_date": [True, False],
        "with_sqlite": [True, False],
        "with_postgres": [True, False],
        "with_sml": [True, False],
        "compiled": [True, False],
        "tools": [True, False],
    }
    default_options = {
        "with_codec": True,
        "with_fmt": True,
        "with_openssl": False,
        "with_curl": False,
        "with_date": False,
        "with_sqlite": True,
        "with_postgres": False,
        "with_sml": False,
        "compiled": False,
        "tools": False,
        "boost/*:header_only": True,
        # Zones as the machine has them; else date downloads them when the first is asked for.
        "date/*:tz_db": "system",
    }
    # An archive of another standard is none to link to: pawl::expected may be std::expected.
    extension_properties = {"compatibility_cppstd": False}
    exports_sources = "CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "tools/*"
    no_copy_source = True

    _oldest_compilers = {"gcc": "12", "clang": "16"}
    # What each option is asked for; those that need it go with it.
    _components = {
        "with_codec": "codec",
        "with_fmt": "observe",
        "with_openssl": "http_jwt",
        "with_curl": "handlers",
        "with_date": "schedules",
        "with_sqlite": "sqlite",
        "with_postgres": "postgres",
        "with_sml": "sml",
    }

    def set_version(self):
        cmake = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = self.version or re.search(r"VERSION (\d+\.\d+\.\d+)", cmake).group(1)

    def configure(self):
        if self.options.compiled:
            self.package_type = "static-library"

    def layout(self):
        cmake_layout(self)

    # The oldest versions are those of cmake/pawl-dependencies.cmake. Headers of pawl include theirs,
    # in both modes.
    def requirements(self):
        if self.options.with_codec:
            self.requires("boost/[>=1.81 <2]", transitive_headers=True)
            self.requires("range-v3/[>=0.12 <1]", transitive_headers=True)
        if self.options.with_fmt:
            self.requires("fmt/[>=9 <13]", transitive_headers=True)
        if self.options.with_openssl:
            self.requires("openssl/[>=3 <4]", transitive_headers=True)
        if self.options.with_curl:
            self.requires("libcurl/[>=7.85 <9]", transitive_headers=True)
        if self.options.with_date:
            self.requires("date/[>=3.0 <4]", transitive_headers=True)
        if self.options.with_sqlite:
            self.requires("sqlite3/[>=3.35 <4]", transitive_headers=True)
        if self.options.with_postgres:
            self.requires("libpq/[>=14 <18]", transitive_headers=True)
        if self.options.with_sml:
            self.requires("sml/[>=1.1.1 <2]", transitive_headers=True)

    def validate(self):
        os_, compiler = self.settings.os, self.settings.compiler
        if os_ != "Linux":
            raise ConanInvalidConfiguration(f"pawl runs on Linux only, and this is {os_}")
        oldest = self._oldest_compilers.get(str(compiler))
        if not oldest or Version(compiler.version) < oldest:
            known = " or ".join(" ".join(each) for each in self._oldest_compilers.items())
            raise ConanInvalidConfiguration(
                f"pawl needs {known} or newer, and this is {compiler} {compiler.version}")
        if not valid_min_cppstd(self, 20):
            raise ConanInvalidConfiguration(
                f"pawl needs C++20, and compiler.cppstd is {compiler.get_safe('cppstd')}; "
                "add -s compiler.cppstd=20, or set it in your profile")
        if not self.options.with_codec:
            for option in ("with_fmt", "with_curl", "with_date", "with_sqlite", "with_postgres", "compiled"):
                if self.options.get_safe(option):
                    raise ConanInvalidConfiguration(f"pawl's option {option} needs with_codec")
        if self.options.with_openssl and not self.options.with_fmt:
            raise ConanInvalidConfiguration("pawl's option with_openssl needs with_fmt")
        if self.options.tools and not (self.options.with_fmt and self.options.with_sqlite):
            raise ConanInvalidConfiguration("pawl's option tools needs with_fmt and with_sqlite")
        if self.options.with_codec and compiler.get_safe("libcxx") == "libc++":
            raise ConanInvalidConfiguration(
                "pawl runs jobs with libstdc++ only, because libc++ lacks std::stop_token; "
                "add -s compiler.libcxx=libstdc++11, or use lifecycles and policies alone "
                "with -o pawl/*:with_codec=False -o pawl/*:with_fmt=False "
                "-o pawl/*:with_sqlite=False")

    def package_id(self):
        if not self.info.options.compiled and not self.info.options.tools:
            self.info.clear()

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["PAWL_INSTALL_COMPILED"] = bool(self.options.compiled)
        toolchain.cache_variables["PAWL_BUILD_TOOLS"] = bool(self.options.tools)
        # The machine may have what an option leaves out.
        toolchain.cache_variables["PAWL_WITHOUT"] = ";".join(
            component for option, component in self._components.items()
            if not self.options.get_safe(option))
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # Conan writes these for its users, from package_info.
        rmdir(self, os.path.join(self.package_folder, "share"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        copy(self, "pawl-conan.cmake", os.path.join(self.source_folder, "cmake"),
             os.path.join(self.package_folder, "lib", "cmake"))

    # The components and targets of CMakeLists.txt.
    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "pawl")
        self.cpp_info.set_property("cmake_config_version_compat", "SameMinorVersion")
        # Conan makes a target of everything, and would call it pawl::pawl.
        self.cpp_info.set_property("cmake_target_name", "pawl::everything")
        self.cpp_info.set_property("cmake_build_modules",
                                   [os.path.join("lib", "cmake", "pawl-conan.cmake")])
        self._component("core")
        if self.options.with_codec:
            self._component("codec", ["core", "boost::headers"])
            self._component("job", ["codec"])
            self._component("storage", ["job", "range-v3::range-v3"])
            self._component("service", ["storage"]).system_libs = ["pthread"]
            self._component("asio", ["service"])
            self._component("pawl", ["service"])
        if self.options.with_fmt:
            self._component("observe", ["job", "fmt::fmt"])
            self._component("http", ["service", "observe"])
            self._component("http_server", ["http"])
        if self.options.with_fmt and self.options.with_openssl:
            self._component("http_jwt", ["http", "openssl::crypto"])
        if self.options.with_curl:
            self._component("handlers", ["service", "libcurl::libcurl"])
        if self.options.with_date:
            self._component("schedules", ["service", "date::date-tz"])
        if self.options.with_sqlite:
            self._component("sqlite", ["storage", "sqlite3::sqlite3"])
        if self.options.with_postgres:
            self._component("postgres", ["storage", "libpq::pq"]).system_libs = ["pthread"]
        if self.options.with_sml:
            self._component("sml", ["core", "sml::sml"]).defines = ["BOOST_SML_CFG_DISABLE_MIN_SIZE"]
        if self.options.tools:
            self.cpp_info.components["tools"].bindirs = ["bin"]
        if self.options.compiled:
            self._compiled("compiled", ["service"])
            self._compiled("testing_compiled", ["compiled"])
            if self.options.with_curl:
                self._compiled("handlers_compiled", ["handlers", "compiled"])
            if self.options.with_sqlite:
                self._compiled("sqlite_compiled", ["sqlite", "compiled"])
            if self.options.with_postgres:
                self._compiled("postgres_compiled", ["postgres", "compiled"])
            if self.options.with_fmt:
                self._compiled("observe_compiled", ["observe"])
                self._compiled("http_compiled", ["http", "compiled", "observe_compiled"])
                self._compiled("http_server_compiled", ["http_server", "http_compiled"])
            if self.options.with_fmt and self.options.with_openssl:
                self._compiled("http_jwt_compiled", ["http_jwt", "http_compiled"])

    def _component(self, name, requires=()):
        component = self.cpp_info.components[name]
        component.set_property("cmake_target_name", f"pawl::{name}")
        component.set_property("pkg_config_name",
                               "pawl" if name == "pawl" else f"pawl-{name}".replace("_", "-"))
        component.bindirs = []
        component.libdirs = []
        component.requires = list(requires)
        return component

    def _compiled(self, name, requires):
        twin = self._component(name, requires)
        twin.libs = [f"pawl_{name}"]
        twin.libdirs = ["lib"]
        twin.defines = ["PAWL_COMPILED=1"]
