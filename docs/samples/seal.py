# Seals a message for Cobro: reads JSON from standard input, prints {key, data}. Python's standard library and openssl.
import base64, json, os, secrets, subprocess, sys, tempfile, urllib.request

base = os.environ.get("COBRO", "http://127.0.0.1:8080")
message = sys.stdin.buffer.read()
public_key = urllib.request.urlopen(f"{base}/v1/public-key.pem").read()


def openssl(*arguments, data):
    return subprocess.run(["openssl", *arguments], input=data, stdout=subprocess.PIPE, check=True).stdout


key = secrets.token_hex(16).encode()  # these 32 characters are the AES-256 key
data = openssl("enc", "-aes-256-ecb", "-K", key.hex(), data=message)  # PKCS#7 padding
with tempfile.NamedTemporaryFile() as pem:
    pem.write(public_key)
    pem.flush()
    sealed_key = openssl("pkeyutl", "-encrypt", "-pubin", "-inkey", pem.name, data=key)  # PKCS#1 v1.5

print(json.dumps({"key": base64.b64encode(sealed_key).decode(), "data": base64.b64encode(data).decode()}))
