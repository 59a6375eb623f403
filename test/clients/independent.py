"""An integration that knows only the published contract: Python's standard library and the openssl command.

    python3 independent.py http://127.0.0.1:8080 app_key app_secret

Makes every call of the contract once, prints what was sent and what came back, and ends with 1 at the first surprise.
"""
import base64
import json
import re
import secrets
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

base, app_key, app_secret = sys.argv[1:4]
web = urllib.request.build_opener(urllib.request.ProxyHandler({}))
authorization = "Basic " + base64.b64encode(f"{app_key}:{app_secret}".encode()).decode()


def request(method, path, body=None):
    """Calls the service; answers status and text, whatever the status is."""
    headers = {"Authorization": authorization, "Content-Type": "application/json", "Accept-Language": "en"}
    if method != "GET":
        headers["Idempotency-Key"] = secrets.token_hex(16)
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(base + path, data=data, headers=headers, method=method)
    try:
        with web.open(asked, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def step(title):
    print(f"\n== {title}")


def call(method, path, body=None, shown=None):
    """One call of the transcript. `shown` stands for a body that is sealed."""
    print(f"> {method} {path}" + (f"  {shown or json.dumps(body, ensure_ascii=False)}" if body is not None else ""))
    status, text = request(method, path, body)
    print(f"< {status} {re.sub(r'[0-9a-f]{63}', '(a Bearer token)', text)}")
    answer = json.loads(text)
    if status != 200 or answer["success"] is not True:
        sys.exit(f"{method} {path} answered {status}")
    return answer


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what} is {found!r}, not {wanted!r}")
    print(f"   {what}: {found}")


def openssl(*arguments, data):
    return subprocess.run(["openssl", *arguments], input=data, stdout=subprocess.PIPE, check=True).stdout


def seal(message, public_key):
    """`key` and `data` of a sealed call: AES-256-CBC under a fresh key, and that key under RSA-OAEP with SHA-256."""
    key = secrets.token_hex(16).encode()  # these 32 characters are the AES-256 key
    iv = secrets.token_bytes(16)
    data = openssl("enc", "-aes-256-cbc", "-K", key.hex(), "-iv", iv.hex(), data=json.dumps(message).encode())
    with tempfile.NamedTemporaryFile() as pem:
        pem.write(public_key.encode())
        pem.flush()
        oaep = ["-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha256"]
        sealed_key = openssl("pkeyutl", "-encrypt", "-pubin", "-inkey", pem.name, *oaep, data=key)
    return {"key": base64.b64encode(sealed_key).decode(), "data": base64.b64encode(iv + data).decode()}


order = f"py-{secrets.token_hex(4)}"

step("Log in: the Basic credential becomes a Bearer token")
connection = call("POST", "/v1/auth/login/application", {})["connection"]
authorization = "Bearer " + connection["token"]

step("The public key")
_, public_key = request("GET", "/v1/public-key.pem")
expect("it begins with", public_key.splitlines()[0], "-----BEGIN PUBLIC KEY-----")

step("A card becomes a token")
card = {"cardholder_name": "Ana Núñez", "number": "4242424242424242", "expiration": "3012", "cvv": "123"}
token = call("POST", "/v1/token", seal(card, public_key), "(a card, sealed)")["result"]["token"]

step("A customer, made, changed and read")
customer = call("POST", "/v1/customer", {"name": "Ana Núñez", "email": "ana@example.mx", "metadata": {"plan": "oro"}})
customer_id = customer["result"]["id"]
call("PUT", f"/v1/customer/{customer_id}", {"name": "Ana Núñez Ortiz"})

step("The customer keeps the card")
saved = call("POST", f"/v1/customer/{customer_id}/cards", {"token": token})["result"]
read = call("GET", f"/v1/customer/{customer_id}")["result"]
expect("name", read["name"], "Ana Núñez Ortiz")
expect("card", read["cards"][0]["token"], saved["token"])
expect("number", read["cards"][0]["number"], "424242XXXXXX4242")

step("A card payment")
charge = {
    "recurrent": saved["token"],
    "payment": {
        "external": {"transaction": order},
        "total": {"amount": 149.5, "currency": "MXN"},
        "reference": {"number": order, "description": "Pedido de Ana"},
    },
}
sealed_as = "(sealed) " + json.dumps(charge, ensure_ascii=False)
payment = call("POST", "/v1/payment/card", seal(charge, public_key), sealed_as)["result"]
expect("status", payment["operations"][0]["status"], "N")
operation = payment["operations"][0]["transaction"]

step("The same charge again, sealed anew: the first payment answers")
again = call("POST", "/v1/payment/card", seal(charge, public_key), sealed_as)["result"]
expect("transaction", again["operations"][0]["transaction"], operation)

step("The list")
listed = call("GET", "/v1/operations?limit=10&charge_method=CARD&card_type=VISA")["result"]
expect("first", listed["operations"][0]["transaction"], operation)

step("By its reference number")
expect("transaction", call("GET", f"/v1/operations/reference/{order}")["result"]["transaction"], operation)

step("Sent by e-mail, and by SMS")
call("POST", "/v1/operations/send", {"id": operation, "email": "ana@example.mx"})
call("POST", "/v1/operations/send", {"id": operation, "phone": "5512345678"})

step("Reversed")
expect("status", call("GET", f"/v1/operations/apply-reversal/{operation}")["result"]["status"], True)
reversed_now = call("GET", f"/v1/operations/reference/{order}")["result"]
expect("status", reversed_now["status"], "C")
expect("hasDevolution", reversed_now["hasDevolution"], True)

step("A voucher for a store")
reference = {"payment": {"reference": {"description": "Pedido en tienda"}}}
store = call("POST", "/v1/payment/convenience-store", {"total": 150, "store": "OXXO", **reference})["result"]
expect("status", [store["status"], store["status_code"]], [2, "pending"])
expect("total", store["total"], {"amount": "150.00", "currency": "MXN"})

step("A voucher for SPEI")
spei = call("POST", "/v1/payment/spei", {"total": 99.9, **reference})["result"]
expect("status", [spei["status"], spei["status_code"]], [2, "pending"])
expect("digits of the CLABE", len(spei["bank_account_number"]), 18)

step("Plans")
plans = call("GET", "/v1/plan")["result"]
expect("limit, offset", [plans["limit"], plans["offset"]], [50, 0])

print("\nAll of it works.")
