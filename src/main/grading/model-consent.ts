import type { Model } from '#core/suite/suite.ts'

/**
 * Why a judge or an embedder on a server is not asked: first that its host was not allowed, then that
 * this version has no client for its kind. A sentence's end for a grade that is not graded.
 */
export const whyModelIsOff = (
  role: 'judge' | 'embedder',
  model: Model,
  allowedHosts: readonly string[],
): string => {
  const host = hostOf(model)
  if (host !== undefined && !isLoopback(host) && !allowedHosts.includes(host))
    return `sending to ${host} was not allowed (--allow ${host})`
  return `the ${role} "${model.name}" is of kind ${model.kind}, which this version cannot ask`
}

const hostOf = ({ settings }: Model): string | undefined => {
  const { baseUrl } = settings
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return undefined
  return new URL(baseUrl).hostname
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
