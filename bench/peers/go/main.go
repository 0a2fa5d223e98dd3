// A service with the three operations, as a Go programmer would write it with the standard library: net/http,
// encoding/json, a key, a burst limit of the key, and a bound of the body. See bench/README.md.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

const (
	maxBodyBytes   = 8_388_608
	burstPerMinute = 1_000_000_000
)

type bucket struct {
	sync.Mutex
	tokens float64
	at     time.Time
}

func (b *bucket) take() bool {
	b.Lock()
	defer b.Unlock()
	now := time.Now()
	b.tokens = min(burstPerMinute, b.tokens+now.Sub(b.at).Minutes()*burstPerMinute)
	b.at = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

func min(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

var keys = map[[sha256.Size]byte]*bucket{
	sha256.Sum256([]byte(os.Getenv("API_KEY"))): {tokens: burstPerMinute, at: time.Now()},
}

// operation answers a request that has a key: the body, or a sentence and the status of a refusal.
func operation[Request any](work func(*Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		owner := keys[sha256.Sum256([]byte(r.Header.Get("x-api-key")))]
		if owner == nil {
			refuse(w, http.StatusUnauthorized, "Invalid API key")
			return
		}
		if !owner.take() {
			refuse(w, http.StatusTooManyRequests, "Rate limit exceeded")
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		if err != nil {
			refuse(w, http.StatusRequestEntityTooLarge, "Request body too large")
			return
		}
		var request Request
		if json.Unmarshal(body, &request) != nil {
			refuse(w, http.StatusBadRequest, "Invalid JSON body")
			return
		}
		response, err := work(&request)
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if encoder.Encode(response) != nil {
			refuse(w, http.StatusInternalServerError, "Internal server error")
			return
		}
		w.Write(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
	}
}

func refuse(w http.ResponseWriter, status int, sentence string) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"error": sentence})
}

type runRequest struct {
	Input string   `json:"input"`
	Steps []string `json:"steps"`
}

type runMeta struct {
	StepsExecuted    int   `json:"stepsExecuted"`
	InputLength      int   `json:"inputLength"`
	OutputLength     int   `json:"outputLength"`
	ProcessingTimeMs int64 `json:"processingTimeMs"`
}

type runResponse struct {
	Result string  `json:"result"`
	Meta   runMeta `json:"meta"`
}

var tools = map[string]func(string) string{
	"upper-case": strings.ToUpper,
	"trim-lines": func(text string) string {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimSpace(line)
		}
		return strings.Join(lines, "\n")
	},
	"remove-duplicate-lines": func(text string) string {
		return strings.Join(distinct(strings.Split(text, "\n")), "\n")
	},
}

func run(request *runRequest) (any, error) {
	start := time.Now()
	text := request.Input
	for _, slug := range request.Steps {
		tool := tools[slug]
		if tool == nil {
			return nil, fmt.Errorf("Unknown tool: %s", slug)
		}
		text = tool(text)
	}
	meta := runMeta{len(request.Steps), utf16Length(request.Input), utf16Length(text), time.Since(start).Milliseconds()}
	return runResponse{text, meta}, nil
}

func utf16Length(text string) (length int) {
	for _, character := range text {
		length++
		if character > 0xffff {
			length++
		}
	}
	return length
}

func distinct(lines []string) []string {
	seen := make(map[string]struct{}, len(lines))
	kept := lines[:0]
	for _, line := range lines {
		if _, ok := seen[line]; !ok {
			seen[line] = struct{}{}
			kept = append(kept, line)
		}
	}
	return kept
}

type sanitizeRequest struct {
	Urls []string `json:"urls"`
}

type sanitizeResponse struct {
	Sanitized []string `json:"sanitized"`
	Count     int      `json:"count"`
}

var tracking = func() map[string]bool {
	names := map[string]bool{}
	for _, name := range strings.Split(os.Getenv("TRACKING_PARAMETERS"), ",") {
		names[name] = true
	}
	return names
}()

func sanitize(request *sanitizeRequest) (any, error) {
	sanitized := make([]string, len(request.Urls))
	for i, url := range request.Urls {
		sanitized[i] = clean(strings.TrimSpace(url))
	}
	return sanitizeResponse{sanitized, len(sanitized)}, nil
}

// clean works on the text of the URL, so that a signed one survives.
func clean(text string) string {
	before, fragment := text, ""
	if at := strings.IndexByte(text, '#'); at >= 0 {
		before, fragment = text[:at], text[at:]
	}
	path, query, found := strings.Cut(before, "?")
	if !found {
		return text
	}
	kept := make([]string, 0, 8)
	isEmpty, isChanged := true, false
	for _, parameter := range strings.Split(query, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if decoded, err := url.PathUnescape(name); err == nil {
			name = decoded
		}
		if parameter != "" && tracking[name] {
			isChanged = true
			continue
		}
		kept = append(kept, parameter)
		isEmpty = isEmpty && parameter == ""
	}
	switch {
	case !isChanged:
		return text
	case isEmpty:
		return path + fragment
	}
	return path + "?" + strings.Join(kept, "&") + fragment
}

type sortRequest struct {
	Lines []string `json:"lines"`
}

type sortResponse struct {
	Output string `json:"output"`
	Lines  int    `json:"lines"`
}

// ranks has the order of the root collation for ASCII: signs, digits, letters without their case.
var ranks = func() (ranks [256]byte) {
	for i, character := range []byte("\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789") {
		ranks[character] = byte(i + 1)
	}
	for i := byte(0); i < 26; i++ {
		ranks['a'+i], ranks['A'+i] = 100+i, 100+i
	}
	return ranks
}()

func less(a, b string) bool {
	length := len(a)
	if len(b) < length {
		length = len(b)
	}
	for i := 0; i < length; i++ {
		if x, y := ranks[a[i]], ranks[b[i]]; x != y {
			return x < y
		}
	}
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a > b // A small letter comes before its capital.
}

func sortDedupe(request *sortRequest) (any, error) {
	kept := make([]string, 0, len(request.Lines))
	for _, line := range request.Lines {
		if trimmed := strings.TrimSpace(line); trimmed != "" {
			kept = append(kept, trimmed)
		}
	}
	kept = distinct(kept)
	sort.Slice(kept, func(i, j int) bool { return less(kept[i], kept[j]) })
	return sortResponse{strings.Join(kept, "\n"), len(kept)}, nil
}

func main() {
	http.HandleFunc("/v1/run", operation(run))
	http.HandleFunc("/v1/sanitize", operation(sanitize))
	http.HandleFunc("/v1/sort-dedupe", operation(sortDedupe))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	panic(http.Serve(listener, nil))
}
