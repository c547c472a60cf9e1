# SPDX-License-Identifier: BSL-1.0
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd, can_run
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.scm import Version

required_conan_version = ">=2.0"


class Pawl(ConanFile):
    name = "pawl"
    version = "0.1.0"
    description = "Background jobs whose lifecycle is checked by the compiler"
    license = "BSL-1.0"
    topics = ("jobs", "queue", "state-machine", "lifecycle", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    # compiled: the bodies that are no templates, as archives beside the headers; a program that
    # links one of them is in the compiled mode (docs/compile-times.md).
    options = {
        "with_codec": [True, False], "with_fmt": [True, False], "with_sqlite": [True, False], "with_sml": [True, False],
        "compiled": [True, False],
    }
    default_options = {
        "with_codec": True, "with_fmt": True, "with_sqlite": True, "with_sml": False, "compiled": False,
        "boost/*:header_only": True,
    }
    exports_sources = (
        "CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "tests/*", "compile_tests/*",
        "docs/*", "examples/*",
    )
    no_copy_source = True

    _compilers = {"gcc": "12", "clang": "16"}

    def configure(self):
        if self.options.compiled:
            self.package_type = "static-library"

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        # Our headers include theirs, in both modes.
        if self.options.with_codec:
            self.requires("boost/[>=1.81 <2]", transitive_headers=True)
            self.requires("tl-expected/[>=1.0 <2]", transitive_headers=True)
            self.requires("range-v3/[>=0.12 <1]", transitive_headers=True)
        if self.options.with_fmt:
            self.requires("fmt/[>=9 <13]", transitive_headers=True)
        if self.options.with_sqlite:
            self.requires("sqlite3/[>=3.40 <4]", transitive_headers=True)
        if self.options.with_sml:
            self.requires("sml/[>=1.1 <2]", transitive_headers=True)

    def build_requirements(self):
        self.test_requires("catch2/[>=2.13 <4]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.options.with_sqlite and not self.options.with_codec:
            raise ConanInvalidConfiguration("with_sqlite needs with_codec")
        if self.options.with_fmt and not self.options.with_codec:
            raise ConanInvalidConfiguration("with_fmt needs with_codec")
        if self.options.compiled and not self.options.with_codec:
            raise ConanInvalidConfiguration("compiled needs with_codec")
        oldest = self._compilers.get(str(self.settings.compiler))
        if oldest and Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration(f"pawl needs {self.settings.compiler} {oldest} or newer")

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["PAWL_BUILD_TESTS"] = self._run_tests
        toolchain.cache_variables["PAWL_BUILD_EXAMPLES"] = self._run_tests
        toolchain.cache_variables["PAWL_BUILD_BENCHMARKS"] = False
        toolchain.cache_variables["PAWL_INSTALL_COMPILED"] = bool(self.options.compiled)
        toolchain.generate()

    @property
    def _run_tests(self):
        skipped = self.conf.get("tools.build:skip_test", default=False, check_type=bool)
        whole = self.options.with_codec and self.options.with_fmt and self.options.with_sqlite
        return bool(whole) and can_run(self) and not skipped

    def build(self):
        if not self._run_tests and not self.options.compiled:
            return
        cmake = CMake(self)
        cmake.configure()
        cmake.build()
        if self._run_tests:
            cmake.ctest(["--output-on-failure"])

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for kind in ("*.hpp", "*.ipp"):
            copy(self, kind, os.path.join(self.source_folder, "include"),
                 os.path.join(self.package_folder, "include"))
        for name in self._archives:
            copy(self, f"libpawl_{name}.a", self.build_folder,
                 os.path.join(self.package_folder, "lib"), keep_path=False)

    def package_id(self):
        if not self.info.options.compiled:
            self.info.clear()

    @property
    def _archives(self):
        """The compiled twins, each with the components that it stands on."""
        if not self.options.compiled:
            return {}
        archives = {"compiled": ["service"], "testing_compiled": ["compiled"]}
        if self.options.with_sqlite:
            archives["sqlite_compiled"] = ["sqlite", "compiled"]
        if self.options.with_fmt:
            archives["observe_compiled"] = ["observe"]
        return archives

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "pawl")
        self._component("core")
        if self.options.with_codec:
            self._component("codec", ["core", "boost::headers", "tl-expected::tl-expected"])
            self._component("job", ["codec"])
            self._component("storage", ["job", "range-v3::range-v3"])
            self._component("service", ["storage"]).system_libs = ["pthread"]
            self._component("asio", ["service"])
        if self.options.with_codec and self.options.with_fmt:
            self._component("observe", ["job", "fmt::fmt"])
        if self.options.with_codec and self.options.with_sqlite:
            self._component("sqlite", ["storage", "sqlite3::sqlite3"])
        if self.options.with_sml:
            self._component("sml", ["core", "sml::sml"]).defines = ["BOOST_SML_CFG_DISABLE_MIN_SIZE"]
        for name, requires in self._archives.items():
            twin = self._component(name, requires)
            twin.libs = [f"pawl_{name}"]
            twin.libdirs = ["lib"]
            twin.defines = ["PAWL_COMPILED=1"]

    def _component(self, name, requires=()):
        component = self.cpp_info.components[name]
        component.set_property("cmake_target_name", f"pawl::{name}")
        component.bindirs = []
        component.libdirs = []
        component.requires = list(requires)
        return component
