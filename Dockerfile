# An image of the release archive: npm run release, then docker build --build-arg VERSION=0.1.0 .
FROM debian:bookworm-slim
ARG VERSION
RUN groupadd --gid 10001 balcao \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin balcao \
  && install -d -o balcao -g balcao -m 0700 /data
ADD dist/balcao-${VERSION}.tar.gz /opt/
RUN ln -s balcao-${VERSION} /opt/balcao
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000 STATUS_HOST=0.0.0.0 STATUS_PORT=3001
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s --retries=3 \
  CMD ["/opt/balcao/bin/balcao", "health", "http://127.0.0.1:3000/ready"]
ENTRYPOINT ["/opt/balcao/bin/balcao"]
CMD ["start", "api"]
