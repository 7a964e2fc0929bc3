import { expect, test } from 'vitest'
import { englishDoubt } from './english.ts'

test.each([
  'The kettle leaks and I would like to have a new one, please.',
  'Order 4471: kettle, urgent.',
  '{"orderId":"4471","product":"kettle","urgent":true}',
  'Oslo',
  'El Niño',
  '42',
  '',
  'The word 日本 means Japan, and it is written with two characters.',
  'Please visit the Café de la Paix in Paris before you leave for the airport.',
])('English, or too short to tell: %j', (text) => {
  expect(englishDoubt(text)).toBeUndefined()
})

test.each([
  'Der Wasserkocher ist undicht, und ich brauche heute noch einen neuen.',
  'La bouilloire fuit et il me faut une nouvelle pour demain matin.',
  'La tetera está rota y necesito una nueva para el lunes.',
  'De waterkoker lekt en ik heb vandaag nog een nieuwe nodig van de winkel.',
  'Чайник протекает',
  'やかんが漏れています',
  'الغلاية تسرب',
])('not English: %j', (text) => {
  expect(englishDoubt(text)).toBeDefined()
})

test('says what it counted', () => {
  expect(englishDoubt('Чайник ok')).toBe('75 % of its letters are not Latin')
})
