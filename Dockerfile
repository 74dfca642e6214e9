# ludoteka with its page: docker build -t ludoteka . && docker run -p 8000:8000 -v ludoteka:/data ludoteka
FROM python:3.12-slim AS build
WORKDIR /source
COPY . .
# The page is built with the package (Node comes from PyPI), so the wheel is complete.
# Every package that is fetched is pinned with its hash.
RUN pip install --no-cache-dir --require-hashes -r requirements/dev.txt \
  && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.12-slim
RUN useradd --create-home --uid 1000 ludoteka && mkdir /data && chown ludoteka /data
COPY --from=build /wheels /wheels
COPY requirements/server.txt /wheels/
RUN pip install --no-cache-dir --require-hashes -r /wheels/server.txt \
  && pip install --no-cache-dir --no-deps --no-index /wheels/*.whl && rm -r /wheels
USER ludoteka
ENV LUDOTEKA_HOST=0.0.0.0 LUDOTEKA_DATABASE=sqlite:////data/ludoteka.sqlite3 LUDOTEKA_LOG=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=90s \
  CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"
STOPSIGNAL SIGTERM
CMD ["ludoteka", "serve"]
