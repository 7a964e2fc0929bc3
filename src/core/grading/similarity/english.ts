/**
 * Why a text is probably not English, or `undefined` where nothing speaks against it. A guess from two counts, and
 * no more than that: the share of letters that are not Latin (more than a third), and, in a text of 8 words or
 * more, the share of the 60 commonest English function words (under 5 %) against those of German, French,
 * Spanish, Italian, Portuguese and Dutch (more than twice as many). Short Latin texts are never doubted.
 */
export const englishDoubt = (text: string): string | undefined => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  const foreign = text.match(/[\p{L}--\p{Script=Latin}]/gv)?.length ?? 0
  if (foreign * 3 > letters) return `${Math.round((foreign / letters) * 100)} % of its letters are not Latin`
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length < FEWEST_WORDS) return undefined
  const english = words.filter((word) => ENGLISH.has(word)).length
  const others = words.filter((word) => OTHERS.has(word)).length
  if (english * 20 >= words.length || others <= english * 2) return undefined
  return `of its ${words.length} words, ${english} are common English ones and ${others} those of other languages`
}

const FEWEST_WORDS = 8

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const ENGLISH = wordSet(
  `the of and to a in is it that for was on are with as i his they be at this have from or had by but not what
  all were we when your can said there an each which she do how their if will up other about out them then these
  so her would make him has been its my you he no more`,
)

// Only words that are not common in English, too.
const OTHERS = wordSet(
  `der die das und ist nicht ein eine ich mit sie den von zu auf für dem des sich im auch es wird bei oder wir
  le la les et est une des que qui dans pour pas sur au vous avec ce il je par plus ne du son
  el los las y en un por con una para su al lo como más pero está si sin muy
  il di che è per non una sono del della le gli nel alla ha
  o os as e em um uma não com do da dos se na mais foi
  de het een van en dat niet op te zijn met voor er maar ook aan`,
)
