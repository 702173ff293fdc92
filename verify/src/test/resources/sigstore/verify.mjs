// Verifies one DSSE envelope with one public key, as Sigstore does: node verify.mjs ENVELOPE KEY
// Exit code 0: accepted; 1: refused, with the reason. Transparency log and timestamps play no part.
import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { bundleFromJSON } from "@sigstore/bundle";
import { toSignedEntity, Verifier } from "@sigstore/verify";

const [envelopeFile, keyFile] = process.argv.slice(2);
const envelope = JSON.parse(readFileSync(envelopeFile, "utf8"));
const publicKey = createPublicKey(readFileSync(keyFile, "utf8"));

const bundle = bundleFromJSON({
  mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
  verificationMaterial: { publicKey: { hint: envelope.signatures[0].keyid }, tlogEntries: [] },
  dsseEnvelope: envelope,
});
const trustMaterial = {
  certificateAuthorities: [],
  timestampAuthorities: [],
  tlogs: [],
  ctlogs: [],
  publicKey: () => ({ publicKey, validFor: () => true }),
};
const thresholds = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 };

try {
  new Verifier(trustMaterial, thresholds).verify(toSignedEntity(bundle));
  console.log("accepted");
} catch (refusal) {
  console.log(`refused: ${refusal.code} ${refusal.message}`);
  process.exitCode = 1;
}
