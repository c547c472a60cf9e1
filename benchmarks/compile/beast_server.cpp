// SPDX-License-Identifier: BSL-1.0
// The unit of ./dev bench compile: an HTTP server that greets, on Boost.Beast and coroutines, as a
// program that serves its jobs over HTTP would have one. Only compiled, never run.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/version.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;
using request = http::request<http::string_body>;
using response = http::response<http::string_body>;

response answer(const request& asked) {
  const auto with = [&](http::status status, std::string text) {
    response out{status, asked.version()};
    out.set(http::field::server, BOOST_BEAST_VERSION_STRING);
    out.set(http::field::content_type, "text/plain");
    out.keep_alive(asked.keep_alive());
    out.body() = std::move(text);
    out.prepare_payload();
    return out;
  };
  if (asked.method() != http::verb::get && asked.method() != http::verb::head)
    return with(http::status::method_not_allowed, "only GET and HEAD\n");
  if (asked.target() != "/") return with(http::status::not_found, "there is nothing here\n");
  return with(http::status::ok, "hello\n");
}

asio::awaitable<void> serve(beast::tcp_stream stream) {
  beast::flat_buffer buffer;
  for (bool more = true; more;) {
    stream.expires_after(std::chrono::seconds{30});
    request asked;
    co_await http::async_read(stream, buffer, asked, asio::use_awaitable);
    const response reply = answer(asked);
    co_await http::async_write(stream, reply, asio::use_awaitable);
    more = reply.keep_alive();
  }
  beast::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

asio::awaitable<void> listen(tcp::endpoint at) {
  const auto executor = co_await asio::this_coro::executor;
  tcp::acceptor acceptor{executor, at};
  while (true) {
    tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
    asio::co_spawn(executor, serve(beast::tcp_stream{std::move(socket)}), asio::detached);
  }
}

}  // namespace

int main() {
  asio::io_context context{1};
  asio::signal_set signals{context, SIGINT, SIGTERM};
  signals.async_wait([&](auto, auto) { context.stop(); });
  asio::co_spawn(context, listen({tcp::v4(), 8080}), [](std::exception_ptr failure) {
    if (failure) std::puts("the server has ended");
  });
  context.run();
}
