/** Orders texts by their UTF-16 units: the same everywhere, whatever the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
