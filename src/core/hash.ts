import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, type JsonValue } from './json.ts'

/** The lower-case hexadecimal SHA-256 of the text's UTF-8, 64 characters. */
export const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The hash of a value's canonical JSON: key order and formatting do not matter. */
export const hashValue = (value: JsonValue): string => hashText(canonicalJson(value))
