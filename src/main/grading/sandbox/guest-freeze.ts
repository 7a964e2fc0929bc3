/**
 * JavaScript that runs first in a new interpreter: takes away what could tell the time, keep a secret or build
 * code from text, makes ordinary assignments work on frozen prototypes, and freezes everything reachable.
 * An expression that gives a function of the console and of Math.random.
 */
export const FREEZE_SOURCE = String.raw`(function (random, console) {
  'use strict'
  const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object
  const { ownKeys } = Reflect

  const KEPT = new Set([
    'Object', 'Function', 'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError',
    'URIError', 'InternalError', 'AggregateError', 'Iterator', 'Array', 'parseInt', 'parseFloat', 'isNaN',
    'isFinite', 'queueMicrotask', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent',
    'escape', 'unescape', 'Infinity', 'NaN', 'undefined', 'Number', 'Boolean', 'String', 'Math', 'Reflect',
    'Symbol', 'globalThis', 'Date', 'RegExp', 'JSON', 'Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet',
    'ArrayBuffer', 'Uint8ClampedArray', 'Int8Array', 'Uint8Array', 'Int16Array', 'Uint16Array', 'Int32Array',
    'Uint32Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array', 'Float64Array',
    'DataView', 'Promise', 'BigInt', Symbol.toStringTag,
  ])
  for (const key of ownKeys(globalThis)) if (!KEPT.has(key)) delete globalThis[key]
  for (const key of ownKeys(globalThis)) if (!KEPT.has(key)) throw new Error('cannot remove ' + String(key))
  // Setters that change how later errors are made: state that would outlive an attempt.
  delete Error.prepareStackTrace
  delete Error.stackTraceLimit

  const hide = (object, key, value) =>
    defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true })
  hide(globalThis, 'console', console)
  hide(Math, 'random', random)

  const functionKinds = [
    function () {},
    async function () {},
    function* () {},
    async function* () {},
  ]
  for (const kind of functionKinds) {
    const prototype = getPrototypeOf(kind)
    const name = prototype.constructor.name
    const refuse = {
      [name]: function () {
        throw new TypeError('code cannot be built from text in a grader')
      },
    }[name]
    defineProperty(refuse, 'prototype', { value: prototype, writable: false })
    hide(prototype, 'constructor', refuse)
    if (name === 'Function') hide(globalThis, 'Function', refuse)
  }

  const roots = [
    globalThis,
    ...functionKinds,
    (function* () {})(),
    (async function* () {})(),
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ''[Symbol.iterator](),
    'a'.matchAll(/a/g),
    Iterator.from({ next() {} }),
    [].values().map((value) => value),
    Iterator.concat?.([]),
    getOwnPropertyDescriptor((function () { return arguments })(), 'callee').get,
  ]
  const reachable = new Set()
  const waiting = roots.filter((root) => root !== undefined)
  const visit = (value) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') waiting.push(value)
  }
  while (waiting.length > 0) {
    const object = waiting.pop()
    if (reachable.has(object)) continue
    reachable.add(object)
    visit(getPrototypeOf(object))
    for (const key of ownKeys(object)) {
      const { value, get, set } = getOwnPropertyDescriptor(object, key)
      visit(value)
      visit(get)
      visit(set)
    }
  }

  // What a frozen object holds cannot be assigned on an object that inherits it: "this.name = 'MyError'" would
  // throw. A setter that defines the property on the object itself gives assignment its ordinary meaning.
  const mend = (prototype, key) => {
    const descriptor = getOwnPropertyDescriptor(prototype, key)
    if (!descriptor?.configurable || !('value' in descriptor)) return
    const { value, enumerable } = descriptor
    const pair = {
      get [key]() {
        return value
      },
      set [key](assigned) {
        const takes = this !== prototype && ((typeof this === 'object' && this !== null) || typeof this === 'function')
        if (!takes) throw new TypeError(String(key) + ' is read-only')
        if (getOwnPropertyDescriptor(this, key)) defineProperty(this, key, { value: assigned })
        else defineProperty(this, key, { value: assigned, writable: true, enumerable: true, configurable: true })
      },
    }
    const { get, set } = getOwnPropertyDescriptor(pair, key)
    defineProperty(prototype, key, { get, set, enumerable, configurable: true })
    reachable.add(get)
    reachable.add(set)
  }
  // An accessor makes a method slower to find. So of the others only what programs do assign is mended.
  const OFTEN_ASSIGNED = ['constructor', 'toString', 'toJSON', 'toLocaleString', 'valueOf']
  const isMendedWhole = (prototype) =>
    prototype === Object.prototype || prototype === Function.prototype || 'message' in prototype
  for (const constructor of [...reachable]) {
    if (typeof constructor !== 'function') continue
    const prototype = getOwnPropertyDescriptor(constructor, 'prototype')?.value
    if (!reachable.has(prototype)) continue
    for (const key of isMendedWhole(prototype) ? ownKeys(prototype) : OFTEN_ASSIGNED) mend(prototype, key)
  }

  for (const object of reachable) freeze(object)
})`
