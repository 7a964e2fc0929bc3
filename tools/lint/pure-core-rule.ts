import { pathFromRoot, type Rule } from './rule.ts'

export interface UsingNode {
  readonly object?: Named
  readonly property?: Named
  readonly callee?: Named
  readonly arguments?: readonly unknown[]
}

interface Named {
  readonly type: string
  readonly name?: string
}

const asksTheClock = ({ callee, arguments: given }: UsingNode): boolean =>
  callee?.type === 'Identifier' && callee.name === 'Date' && given?.length === 0

const IMPURE: ReadonlyMap<string, string> = new Map([
  ['Date.now', 'the clock'],
  ['Math.random', 'randomness'],
])

/** Keeps the clock and randomness out of src/core: both are passed in, so that equal input gives equal grades. */
export const pureCoreRule: Rule<UsingNode> = {
  create: (context) => {
    const file = pathFromRoot(context.filename)
    if (!file.startsWith('src/core/') || file.endsWith('.test.ts')) return {}
    const report = (node: UsingNode, what: string): void =>
      context.report({ message: `src/core is pure: ${what} is passed in`, node })
    const reportDate = (node: UsingNode): void => {
      if (asksTheClock(node)) report(node, 'the clock')
    }
    return {
      MemberExpression: (node) => {
        const what = IMPURE.get(`${node.object?.name}.${node.property?.name}`)
        if (what !== undefined) report(node, what)
      },
      NewExpression: reportDate,
      CallExpression: reportDate,
    }
  },
}
