/** The model that the built-in embedder runs, as its package names it. */
export const BUILTIN_MODEL = 'universal-sentence-encoder-lite-en'
/** The release of the package that holds it. */
export const BUILTIN_VERSION = '0.2.0'
/** The length of its vectors. */
export const BUILTIN_DIMENSION = 512
