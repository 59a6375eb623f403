# A service between Cobro and your networks, by the protocol of docs/connectors/http.md: Python 3.9 or later, its standard library only.
# GATEWAY_SECRET=… python3 docs/samples/gateway.py     It plays the networks: put calls of your own into `networks`.
import contextlib, hashlib, hmac, http.client, json, os, re, secrets, sqlite3, threading, time, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET, COBRO_URL = os.environ.get("GATEWAY_SECRET", "").encode(), os.environ.get("COBRO_URL", "")
assert len(SECRET) >= 32, "GATEWAY_SECRET is what Cobro has as HTTP_…_SECRET: 32 characters or more"
MOST_BYTES, WINDOW_SECONDS, HEADERS = 32 * 1024 * 1024, 300, ["cobro-time", "cobro-nonce", "cobro-signature"]

# --- What is durable: answers by what was asked, numbers, and the nonces of the last minutes.
db = sqlite3.connect(os.environ.get("DATABASE", "gateway.db"), check_same_thread=False, isolation_level=None)
db.executescript("""create table if not exists answers (what text, id text, answer text, primary key (what, id));
  create table if not exists numbers (number integer primary key autoincrement);
  create table if not exists nonces (nonce text primary key, time integer)""")
one_at_a_time = threading.RLock()
next_number = lambda: str(db.execute("insert into numbers default values").lastrowid)

def known(what, id):
    row = db.execute("select answer from answers where what = ? and id = ?", (what, id)).fetchone()
    return row and json.loads(row[0])

def keep(what, id, answer):
    db.execute("insert or replace into answers values (?, ?, ?)", (what, id, json.dumps(answer)))
    return answer

def once(what, id, act):
    """Does it once for an id. A real network takes time: write down that you begin before you ask it, and when you find
    something begun without an answer, ask the network what became of it. Never do it again under another id."""
    return known(what, id) or keep(what, id, act())

# --- The networks, played.
card = lambda number: {"number": number, "holderName": "Ana Pérez", "expiration": "3512", "securityCode": "123"}
declined = lambda code: {"kind": "declined", "code": code}
APPROVED, DECLINED, INVALID = "4242424242424242", "4111111111111111", "4111111111111137"
WRONG_CODE, SILENT, CHALLENGED = "4000000000000820", "4000000000010027", "4000000000003220"
CARDS = {DECLINED: declined("51"), INVALID: {"kind": "invalid-card"}, WRONG_CODE: declined("82")}
cards = {"approved": card(APPROVED), "declined": {"card": card(DECLINED), "code": "51"}, "invalid": card(INVALID)}
cards |= {"wrongSecurityCode": card(WRONG_CODE), "silent": card(SILENT), "challenged": card(CHALLENGED)}
NEVER_SEEN, DIGITS = {"kind": "never-seen"}, {"OXXO": 14, "7ELEVEN": 16}
# What each port can do, and what the contract suite tries: a service whose networks are real leaves `rehearsal` out.
full = "inquiry advice void refund partial-refund capture partial-capture payer-action".split()
abilities = {
    "acquirer": {"capabilities": full, "rehearsal": {"cards": cards, "reports": True}},
    "cash-network": {"capabilities": [], "rehearsal": {"chains": list(DIGITS), "reports": True}},
    "spei-bank": {"capabilities": [], "keyLife": "always", "rehearsal": {"reports": True}},
}

def with_control_digit(first17):
    return first17 + str(-sum(int(digit) * (3, 7, 1)[at % 3] % 10 for at, digit in enumerate(first17)) % 10)

def approved():
    code = next_number().zfill(6)
    return {"kind": "approved", "authorizationCode": code, "networkReference": "charge-" + code}

def authorise(asked):
    number, id = asked["card"]["number"], asked["operationId"]
    if number == SILENT:
        return None  # never answered
    challenge = {"kind": "payer-must-act", "payerUrl": "https://acs.example.mx/" + id}
    return once("charge", id, lambda: challenge if number == CHALLENGED else CARDS.get(number) or approved())

def act_as_payer(asked):  # For the contract suite. A real network says so in its notice, or when you look it up.
    id = asked["operationId"]
    if (known("charge", id) or {}).get("kind") == "payer-must-act":
        outcome = keep("charge", id, approved() if asked["does"] == "confirmed" else declined("05"))
        notice = {"kind": "charge", "operationId": id, "outcome": outcome}
        threading.Thread(target=report, args=("http-acquirer", {"notices": [notice]}), daemon=True).start()
    return {"kind": "acted"}

def issue(asked):
    if asked["chain"] not in DIGITS or not 100 <= asked["amountCentavos"] <= 1_000_000:
        return {"kind": "refused", "reason": "no such chain or amount"}
    number = next_number()
    names = {"paymentId": number, "shortId": number, "bankAccountNumber": "4915660000", "bankName": "Banco Ejemplo"}
    issued = {"kind": "issued", "reference": "93" + number.zfill(DIGITS[asked["chain"]] - 2), **names}
    return once("reference", asked["operationId"], lambda: issued)

def issue_account(asked):
    number = next_number()
    clabe = with_control_digit("646180999" + number.zfill(8))
    issued = {"kind": "issued", "clabe": clabe, "bankName": "Banco Ejemplo", "paymentId": number}
    return once("account", asked["ownerId"], lambda: issued)

def transfer(asked):
    key, destination = asked["trackingKey"], asked["destination"]
    if not re.fullmatch(r"[0-9]{18}", destination) or with_control_digit(destination[:17]) != destination:
        return {"kind": "rejected", "reason": "the destination is no CLABE"}
    return once("transfer", key, lambda: threading.Timer(1, settle, [key]).start() or {"kind": "accepted"})

def settle(key):  # The bank settles a transfer a moment later, and says so.
    with one_at_a_time:
        keep("transfer", key, {"kind": "settled"})
    report("http-spei-bank", {"notices": [{"kind": "transfer", "trackingKey": key, "state": "settled"}]})

networks = {
    "acquirer": {
        "authorise": authorise,
        "act-as-payer": act_as_payer,
        "inquire": lambda asked: known("charge", asked["operationId"]) or NEVER_SEEN,
        "capture": lambda asked: {"kind": "refused", "reason": "more than is held"}
        if asked["captureCentavos"] > asked["amountCentavos"]
        else once("capture", asked["operationId"], lambda: {"kind": "captured"}),
        "reverse": lambda asked: once("reversal", asked["operationId"], lambda: {"kind": "reversed"}),
        "refund": lambda asked: once("refund", asked["refundId"], lambda: {"kind": "refunded"}),
        # A charge that arrives after its advice finds this answer, and is not made.
        "advise": lambda asked: keep("charge", asked["operationId"], declined("12")) and {"kind": "acknowledged"},
        "verify": lambda asked: CARDS.get(asked["card"]["number"]) or {"kind": "valid"},
    },
    "cash-network": {"issue": issue, "cancel": lambda asked: {"kind": "cancelled"}},
    "spei-bank": {
        "issue-account": issue_account,
        "close-account": lambda asked: {"kind": "closed"},
        "transfer": transfer,
        "find-transfer": lambda asked: known("transfer", asked["trackingKey"]) or NEVER_SEEN,
    },
}

def samples(port):  # Reports as the contract suite asks for them.
    facts = {"kind": "payment", "networkTransaction": "A-SAMPLE", "operationDay": "2026-11-24", "amountCentavos": 15_000}
    deposit = {**facts, "institution": "012", "networkReference": with_control_digit("64618099900000001")}
    if port == "spei-bank":
        return [signed("http-spei-bank", "/deposits", deposit)]
    charge = {"kind": "charge", "operationId": "a-sample", "outcome": declined("51")}
    notice = charge if port == "acquirer" else {**facts, "institution": "OXXO", "networkReference": "93000000000042"}
    return [signed("http-" + port, "/reports", {"notices": [notice]})]

for port in networks:
    networks[port]["capabilities"] = lambda _, port=port: {"kind": "capabilities", **abilities[port]}
    networks[port]["sample-reports"] = lambda _, port=port: {"kind": "reports", "reports": samples(port)}

# --- The protocol.
sha256 = lambda body: hashlib.sha256(body).hexdigest()
sign = lambda *lines: hmac.new(SECRET, "\n".join(["cobro-http-1", *map(str, lines)]).encode(), hashlib.sha256).hexdigest()

def is_genuine(path, headers, body):  # A call of Cobro, near in time, and new.
    at, nonce, signature = (headers.get(name, "") for name in HEADERS)
    now, wanted = int(time.time()), sign("call", "POST", path, at, nonce, sha256(body))
    is_formed = re.fullmatch(r"[0-9]{10} [0-9a-f]{32}", at + " " + nonce)
    is_signed = hmac.compare_digest(signature.encode(), wanted.encode())
    if not is_formed or not is_signed or abs(now - int(at)) > WINDOW_SECONDS:
        return False
    db.execute("delete from nonces where time < ?", (now - 2 * WINDOW_SECONDS,))
    return db.execute("insert or ignore into nonces values (?, ?)", (nonce, int(at))).rowcount == 1

def signed(name, path, said):  # A report, signed anew.
    body, at, nonce = json.dumps(said), str(int(time.time())), secrets.token_hex(16)
    signature = sign("report", "POST", "/v1/networks/" + name + path, at, nonce, sha256(body.encode()))
    return {"path": path, "headers": dict(zip(HEADERS, (at, nonce, signature))), "body": body}

def report(name, said):
    """Repeats a report until Cobro has taken it: its answer is then signed for the report. A real service keeps it on disk."""
    while COBRO_URL:
        one, url = signed(name, "/reports", said), COBRO_URL + "/v1/networks/" + name + "/reports"
        with contextlib.suppress(OSError, http.client.HTTPException):
            request = urllib.request.Request(url, one["body"].encode(), one["headers"])
            with urllib.request.urlopen(request, timeout=30) as answer:
                lines = (one["headers"]["cobro-signature"], answer.status, answer.headers["cobro-time"])
                wanted = sign("receipt", *lines, sha256(answer.read()))
                if hmac.compare_digest((answer.headers["cobro-signature"] or "").encode(), wanted.encode()):
                    return
        time.sleep(5)

class Gateway(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None  # A request may hold a card number.

    def answer(self, status, said, to=""):
        body, at = json.dumps(said).encode(), int(time.time())
        signature = sign("answer", to, status, at, sha256(body)) if to else ""
        self.send_response(status)
        for header in zip(("content-length", "cobro-time", "cobro-signature"), (len(body), at, signature)):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        length = int(self.headers.get("content-length", "-1"))
        if not 0 <= length <= MOST_BYTES:
            self.close_connection = True
            return self.answer(413, {})
        body = self.rfile.read(length)
        with one_at_a_time:
            if not is_genuine(self.path, self.headers, body):
                return self.answer(403, {})
            status, said = self.outcome(body)
        if said is None:
            return time.sleep(3600)
        self.answer(status, said, self.headers["cobro-signature"])

    def outcome(self, body):
        try:
            _, _, port, call = self.path.split("/")
            return 200, networks[port][call](json.loads(body))
        except (ValueError, KeyError, TypeError):
            return 400, {}
ThreadingHTTPServer.request_queue_size = 512  # Cobro connects 256 times at once.
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Gateway)
print("http://127.0.0.1:%d" % server.server_port, flush=True)
server.serve_forever()
