import type { Place } from '../diagnostics.ts'
import { hashText } from '../hash.ts'
import type { ReadCase } from '../notebook/cells/cell-content.ts'
import { expectedText } from '../notebook/cells/read-cases.ts'
import { member } from '../notebook/yaml/yaml-node.ts'
import { freeName, type GraderResolver } from './resolve-graders.ts'
import { inputText, type Case } from './suite.ts'
import type { PlaceOf, Report, SuiteParts } from './suite-parts.ts'

const MADE_ID_DIGITS = 12

/**
 * Gives every case its id and its graders. A case without an id takes the first digits of its input's
 * hash, with ` 2`, ` 3` … for equal ones, so that a case inserted above changes no other's id.
 *
 * @param taken the names of the suite's graders
 */
export const resolveCases = (
  sources: SuiteParts['cases'],
  graders: GraderResolver,
  taken: ReadonlyMap<string, Place>,
  report: Report,
): readonly Case[] => {
  const ids = givenIds(sources, report)
  return sources.flatMap(({ cases, placeOf }) =>
    cases.map((read) => {
      const place = placeOf(read.node.start)
      const own = read.graders.length === 0 ? [] : graders.resolve(read.graders, placeOf, new Map(taken))
      return buildCase(read, (asked) => freeName(madeId(asked), ids, place), own, place)
    }),
  )
}

const givenIds = (sources: SuiteParts['cases'], report: Report): Map<string, Place> => {
  const ids = new Map<string, Place>()
  for (const { cases, placeOf } of sources)
    for (const { settings, node } of cases) {
      if (settings.id === undefined) continue
      const place = placeOf(member(node, 'id')?.start ?? node.start)
      const earlier = ids.get(settings.id)
      if (!earlier) ids.set(settings.id, place)
      else
        report(
          place,
          `There is already a case \`${settings.id}\`, in line ${earlier.line}${earlier.file === place.file ? '' : ` of ${earlier.file}`}; ids are unique.`,
        )
    }
  return ids
}

const madeId = (asked: Pick<Case, 'input' | 'vars' | 'messages'>): string =>
  hashText(inputText(asked)).slice(0, MADE_ID_DIGITS)

const buildCase = (
  read: ReadCase,
  idOf: (asked: Pick<Case, 'input' | 'vars' | 'messages'>) => string,
  graders: Case['graders'],
  place: ReturnType<PlaceOf>,
): Case => {
  const { id, input, vars, messages, tags, attempts, attachments, notes } = read.settings
  const asked = {
    ...(input !== undefined && { input }),
    ...(vars && { vars }),
    ...(messages && { messages }),
  }
  const expect = expectedText(read)
  return {
    id: id ?? idOf(asked),
    ...asked,
    ...(expect !== undefined && { expect }),
    tags: tags ?? [],
    graders,
    ...(attempts !== undefined && { attempts }),
    attachments: attachments ?? [],
    ...(notes !== undefined && { notes }),
    place,
  }
}
