//! A service with the three operations, as a Rust programmer would write it with hyper, tokio and serde: a key, a burst
//! limit of the key, and a bound of the body. See bench/README.md.
use hyper::body::{Bytes, HttpBody};
use hyper::service::{make_service_fn, service_fn};
use hyper::{header, Body, Request, Response, Server, StatusCode};
use serde::{de::DeserializeOwned, Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Instant;

const MAX_BODY_BYTES: usize = 8_388_608;
const BURST_PER_MINUTE: f64 = 1e9;

type Refusal = (StatusCode, String);

struct Bucket {
    tokens: f64,
    at: Instant,
}

struct Service {
    keys: HashMap<[u8; 32], Mutex<Bucket>>,
    tracking: HashSet<String>,
    ranks: [u8; 128],
}

impl Service {
    fn new() -> Self {
        let key = std::env::var("API_KEY").unwrap_or_default();
        let bucket = Mutex::new(Bucket { tokens: BURST_PER_MINUTE, at: Instant::now() });
        let names = std::env::var("TRACKING_PARAMETERS").unwrap_or_default();
        // The order of the root collation for ASCII: signs, digits, letters without their case.
        let mut ranks = [0; 128];
        for (i, byte) in b"\t\n\x0b\x0c\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789".iter().enumerate() {
            ranks[usize::from(*byte)] = i as u8 + 1;
        }
        for i in 0..26 {
            ranks[usize::from(b'a' + i)] = 100 + i;
            ranks[usize::from(b'A' + i)] = 100 + i;
        }
        Self {
            keys: HashMap::from([(Sha256::digest(key).into(), bucket)]),
            tracking: names.split(',').map(str::to_owned).collect(),
            ranks,
        }
    }

    /// Checks the key and its burst, and reads the body.
    async fn read(&self, request: Request<Body>) -> Result<(String, Vec<u8>), Refusal> {
        let secret = request.headers().get("x-api-key").map_or(&b""[..], |value| value.as_bytes());
        let hash: [u8; 32] = Sha256::digest(secret).into();
        let bucket = self.keys.get(&hash).ok_or((StatusCode::UNAUTHORIZED, "Invalid API key".into()))?;
        if let Ok(mut bucket) = bucket.lock() {
            let now = Instant::now();
            let refill = (now - bucket.at).as_secs_f64() / 60.0 * BURST_PER_MINUTE;
            bucket.tokens = (bucket.tokens + refill).min(BURST_PER_MINUTE);
            bucket.at = now;
            if bucket.tokens < 1.0 {
                return Err((StatusCode::TOO_MANY_REQUESTS, "Rate limit exceeded".into()));
            }
            bucket.tokens -= 1.0;
        }
        let path = request.uri().path().to_owned();
        let mut body = request.into_body();
        let mut bytes = Vec::with_capacity(body.size_hint().lower().min(MAX_BODY_BYTES as u64) as usize);
        while let Some(part) = body.data().await {
            let part = part.map_err(|_| (StatusCode::BAD_REQUEST, "Invalid body".to_owned()))?;
            if bytes.len() + part.len() > MAX_BODY_BYTES {
                return Err((StatusCode::PAYLOAD_TOO_LARGE, "Request body too large".into()));
            }
            bytes.extend_from_slice(&part);
        }
        Ok((path, bytes))
    }

    async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let result = match self.read(request).await {
            Err(refusal) => Err(refusal),
            // The threads of tokio take new connections meanwhile, as those that only wait do not need them.
            Ok((path, body)) => tokio::task::block_in_place(|| self.work(&path, &body)),
        };
        let (status, body) = result.unwrap_or_else(|(status, sentence)| {
            (status, serde_json::json!({ "error": sentence }).to_string().into())
        });
        let mut response = Response::new(Body::from(Bytes::from(body)));
        *response.status_mut() = status;
        let kind = header::HeaderValue::from_static("application/json; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }

    fn work(&self, path: &str, body: &[u8]) -> Result<(StatusCode, Vec<u8>), Refusal> {
        match path {
            "/v1/run" => respond(run(parse(body)?)?),
            "/v1/sanitize" => {
                let request: SanitizeRequest = parse(body)?;
                let sanitized: Vec<_> = request.urls.iter().map(|url| self.clean(url.trim())).collect();
                respond(SanitizeResponse { count: sanitized.len(), sanitized })
            }
            "/v1/sort-dedupe" => {
                let request: SortRequest = parse(body)?;
                let trimmed = request.lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
                let mut lines = distinct(trimmed);
                lines.sort_unstable_by(|a, b| self.key(a).cmp(self.key(b)).then_with(|| b.cmp(a)));
                respond(SortResponse { output: lines.join("\n"), lines: lines.len() })
            }
            _ => Err((StatusCode::NOT_FOUND, "Not found".into())),
        }
    }

    fn key<'a>(&'a self, line: &'a str) -> impl Iterator<Item = u8> + 'a {
        line.bytes().map(|byte| self.ranks[usize::from(byte & 127)])
    }

    /// Works on the text of the URL, so that a signed one survives.
    fn clean<'a>(&self, url: &'a str) -> Cow<'a, str> {
        let (before, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
        let Some((path, query)) = before.split_once('?') else { return url.into() };
        let kept: Vec<_> = query.split('&').filter(|parameter| !self.is_tracking(parameter)).collect();
        if kept.len() == query.split('&').count() {
            return url.into();
        }
        if kept.iter().all(|parameter| parameter.is_empty()) {
            return [path, fragment].concat().into();
        }
        [path, "?", &kept.join("&"), fragment].concat().into()
    }

    fn is_tracking(&self, parameter: &str) -> bool {
        let name = parameter.split('=').next().unwrap_or_default();
        if !name.contains('%') {
            return !name.is_empty() && self.tracking.contains(name);
        }
        let hex = |at: usize| name.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let (mut decoded, mut at) = (Vec::new(), 0);
        while at < name.len() {
            let Some(byte) = (if name.as_bytes()[at] == b'%' { hex(at) } else { None }) else {
                decoded.push(name.as_bytes()[at]);
                at += 1;
                continue;
            };
            decoded.push(byte);
            at += 3;
        }
        String::from_utf8(decoded).map_or(false, |name| self.tracking.contains(&name))
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|_| (StatusCode::BAD_REQUEST, "Invalid JSON body".into()))
}

fn respond<T: Serialize>(response: T) -> Result<(StatusCode, Vec<u8>), Refusal> {
    let body = serde_json::to_vec(&response);
    body.map(|bytes| (StatusCode::OK, bytes))
        .map_err(|_| (StatusCode::INTERNAL_SERVER_ERROR, "Internal server error".into()))
}

fn distinct<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    lines.filter(|line| seen.insert(*line)).collect()
}

fn run(RunRequest { input, steps }: RunRequest) -> Result<RunResponse, Refusal> {
    let start = Instant::now();
    let input_length = input.encode_utf16().count();
    let mut text = input;
    for slug in &steps {
        text = match slug.as_str() {
            "upper-case" => text.to_uppercase(),
            "trim-lines" => text.split('\n').map(str::trim).collect::<Vec<_>>().join("\n"),
            "remove-duplicate-lines" => distinct(text.split('\n')).join("\n"),
            _ => return Err((StatusCode::BAD_REQUEST, format!("Unknown tool: {slug}"))),
        };
    }
    let meta = Meta {
        steps_executed: steps.len(),
        input_length,
        output_length: text.encode_utf16().count(),
        processing_time_ms: start.elapsed().as_millis() as u64,
    };
    Ok(RunResponse { result: text, meta })
}

#[derive(Deserialize)]
struct RunRequest {
    input: String,
    steps: Vec<String>,
}

#[derive(Serialize)]
struct RunResponse {
    result: String,
    meta: Meta,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    steps_executed: usize,
    input_length: usize,
    output_length: usize,
    processing_time_ms: u64,
}

#[derive(Deserialize)]
struct SanitizeRequest {
    urls: Vec<String>,
}

#[derive(Serialize)]
struct SanitizeResponse<'a> {
    sanitized: Vec<Cow<'a, str>>,
    count: usize,
}

#[derive(Deserialize)]
struct SortRequest {
    lines: Vec<String>,
}

#[derive(Serialize)]
struct SortResponse {
    output: String,
    lines: usize,
}

#[tokio::main]
async fn main() {
    let service = Arc::new(Service::new());
    let server = Server::bind(&([127, 0, 0, 1], 0).into()).serve(make_service_fn(|_| {
        let service = service.clone();
        async move {
            Ok::<_, Infallible>(service_fn(move |request| {
                let service = service.clone();
                async move { Ok::<_, Infallible>(service.answer(request).await) }
            }))
        }
    }));
    println!("listening on http://{}", server.local_addr());
    if let Err(error) = server.await {
        eprintln!("{error}");
    }
}
