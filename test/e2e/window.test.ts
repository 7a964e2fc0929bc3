import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { serveWindow, type WindowServer } from './window-server.ts'

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  readonly version: string
}

let browser: Browser
let server: WindowServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([launchChromium(), serveWindow()])
})

afterAll(async () => {
  await Promise.all([browser.close(), server.close()])
})

/** Opens the window and collects what goes wrong in it; a violated policy is written to the console as an error. */
const open = async (
  colorScheme: 'light' | 'dark',
  width = 1440,
): Promise<{ page: Page; problems: string[] }> => {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('requestfailed', (request) => problems.push(`${request.url()}: ${request.failure()?.errorText}`))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.url()}: ${response.status()}`)
  })
  await page.goto(server.url)
  return { page, problems }
}

/** The channels of a computed colour, `rgb(r, g, b)`, 0…255. */
const channels = (colour: string): number[] => colour.match(/\d+/g)!.map(Number)

/** WCAG 2's contrast of two colours, 1…21. */
const contrast = (a: string, b: string): number => {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

describe.each([
  ['light', 'rgb(246, 247, 248)'],
  ['dark', 'rgb(20, 23, 27)'],
] as const)('the built window, %s', (colorScheme, background) => {
  test('shows the product, its version and the commands, and nothing goes wrong', async () => {
    const { page, problems } = await open(colorScheme)
    await page.getByRole('heading', { level: 1, name: `Proctor ${version}` }).waitFor()
    const commands = await page.getByRole('term').allTextContents()
    await page.screenshot({ path: resolve(root, `test-results/window-${colorScheme}.png`) })
    await page.close()
    expect(commands).toContain('proctor grade NOTEBOOK --attempts FILE.jsonl')
    expect(problems).toEqual([])
  })

  test('has text that stands out from its ground as WCAG AA asks', async () => {
    const { page } = await open(colorScheme)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const pairs = await page.locator('h1, h1 span, h2, p, dd, dt code, p code').evaluateAll((elements) =>
      elements.map((element) => {
        let ground: Element | null = element
        while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
          ground = ground.parentElement
        return {
          text: element.textContent,
          colour: getComputedStyle(element).color,
          ground: getComputedStyle(ground ?? document.body).backgroundColor,
        }
      }),
    )
    const bodyGround = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.close()
    expect(bodyGround).toBe(background)
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.filter(({ colour, ground }) => contrast(colour, ground) < 4.5)).toEqual([])
  })
})

test('a narrow window needs no sideways scrolling', async () => {
  const { page } = await open('light', 360)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.screenshot({ path: resolve(root, 'test-results/window-narrow.png') })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await page.close()
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the policy is in force: an inline script does not run', async () => {
  const { page, problems } = await open('light')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineScriptRan = true'
    document.head.append(script)
    return 'inlineScriptRan' in globalThis
  })
  await page.close()
  expect(ran).toBe(false)
  expect(problems.join('\n')).toContain('Content Security Policy')
})
