import { number } from '#core/reports/wording.ts'
import type { Terminal } from './terminal.ts'

const BETWEEN_MS = 100

export interface ProgressLine {
  show(done: number, total: number): void
  clear(): void
}

/** One line that counts, on a terminal only: `graded 3,200 of 10,000`. */
export const progressLine = (terminal: Terminal, verb: string): ProgressLine => {
  let shownAt = 0
  let isShown = false
  return {
    show: (done, total) => {
      if (!terminal.notesAreTerminal || performance.now() - shownAt < BETWEEN_MS) return
      shownAt = performance.now()
      isShown = true
      terminal.note(`\r\u001b[K${verb} ${number(done)} of ${number(total)}`)
    },
    clear: () => {
      if (isShown) terminal.note('\r\u001b[K')
      isShown = false
    },
  }
}
