import { groupsOf } from './word-groups.js';

/**
 * Words and phrases of everyday language, by the word of the catalogue that they stand for, or several of them. They count
 * in one direction only: a query with `neat` finds formatters, but one with `format` finds no tool because of `neat`.
 *
 * Collected by going through the things and actions of the catalogue, for all tools alike. Verbs come first.
 */
export const everydayWords = groupsOf(`
remove, kill, kick out, exclude, throw away, throw out, take out, take away, take off, cut out, leave out, clear out, clear away, wipe, rid,
  disappear, vanish, gone, go away, no more, no longer, without, omit, lose, ditch, purge, free of, unwanted, junk,
  clutter, rubbish, garbage, should not be
extract, pull out, get out, pick out, fish out, list all, list every, show all, gather, occur in
replace, exchange, swap for, instead of, change every, everywhere, throughout, all over, rename, switch
several, in one go, at the same time, at once
format, readable, cannot read, can not read, can’t read, impossible to read, easy to read, legible, neat, neaten, messy, untidy, tidy up, ugly, nicer
minify, smaller, squash, squeeze, less room, less space, tiny, lighter, as small as
validate, ok, okay, correct, mistake, is it right, well formed, error in, accepted
repair, does not load, does not open, does not work, damaged, faulty, corrupt, rescue, wrong
sort, arrange, a to z, newest first, oldest first, cheapest, biggest first, by size, by length
shuffle, mix, mix up, jumble, scramble, lottery, raffle, winner, by chance
count, fit in, fits, under the limit, how long, how big, length, limit, enough
occurrence, come up, turn up, show up, appear, times used
diff, different, altered, edited, modified, revised, spot the difference, old and new, version
compare lists, in both, missing from, missing in, not in the other, but not in, but not, only in one, on both, not on the other,
  who is missing, which are missing, in either
similarity, are the same, is the same, the same as each other, alike, resemble, nearly the same, how close
join, put together, stick together, glue, single line, on one line, onto one line
split, break up, cut into, own line, on separate lines, each on a line
parse, take apart, apart, pick apart, parts of, made of
wrap, next row, next line, continue on, too long rows, too wide, line too long, long lines, break after, line length
truncate, shorter than, too long, cut down, cut after, no longer than, at most
repeat, again and again, many times, over and over
reverse, upside down, back to front, other way round, mirror, last first, wrong way round
pad, same room, same size, equal length, look straight, leading zeros, in a column, same length, same width, line up, equally long
indent, push in, shift right, move right, to the right
indentation, to the left, shift left, move left, margin
calculate, work out, how much is
math, work out, percent of, sum up, formula
prefix suffix, around each, around every, around all, at both ends
redact, anonymous, cover up, make unreadable, confidential, keep private, private, rude words
personal data, anonymous, private details, name and address, names and addresses, private
pseudonymizer, made up, invented, fake name, other name, code name, real name
describe, mean, stand for, understand, tell
decode, look normal, readable again, back to text, stand for
first lines, first line, first few lines
last lines, last line, last few lines
ends, beginning and end, start and end, both ends, outer
trim, beginning and end, around
nth, every fourth, every fifth, every tenth
extract between, text between, what is between, everything between, stands between, word between
between, inside, in quotes, in quotation marks, within, enclosed, surrounded
upper case, big letters, large letters, capitals, block letters
lower case, little letters
capitalize, big letter, large letter
csv, table, sheet, worksheet, cells, columns, data set, dataset, data frame, export from excel, google sheets
row, entry, where the
sql, database, db
html, website, web site, homepage, browser, web
domain, website, web site, site
url, website, address, internet address, page address
email, mail, mail address, mailbox, inbox
phone number, telephone number, mobile, cell phone
ip address, computer, server address, network address
date, day, birthday, deadline, calendar, month, year
date calculator, days between, days from, days after, days later, days ago, weeks from, how old
time zone, local time, clock
number, amount, price, figure, value, quantity, money, cost, measurement
number statistics, average, middle value, typical value, median, altogether, in all
group, per, for each group, by group, per customer, per person, per month, per year, each customer, each person, each month, by category, subtotal
filter rows, only rows, only the rows, only those rows, just the rows, rows where, rows in which, rows with, rows from, rows of,
  rows that, only show, above, more than, less than, at least
thousands, big numbers, large numbers
binary, zeros and ones, ones and zeros, bits
hash, check sum, unchanged, integrity, genuine, same as the original, forged
uuid, unique id, identifier
comment, remark, annotation
duplicate, double, only once, repeat, recurring, same line, copies of
empty, nothing in, no value, missing value, unfilled
emoji, icon, little faces
accent, umlaut, foreign letter, special letter
ascii, plain letters, plain english, keyboard, english letters
invisible, cannot see, cannot be seen, unseen
white space, gap, tab, spacing
indentation, tab, tabs into spaces, spaces into tabs
line, verse, item, entry, file name, list of names
line break, break, enter key, return, linebreak
delimiter, comma, semicolon, pipe, divided by, separated by, between the fields
punctuation, comma, dot, full stop, period, exclamation mark, colon
remove characters, comma, full stop, exclamation mark
quote, quotation mark, inverted comma
smart quote, quotation mark
lorem ipsum, dummy, sample text, example text, fake text, nonsense, gibberish, blind text
sequence, count from, from one to, up to, count up, label, serial number, running number, consecutive
tree, hierarchy, folder structure, outline
template, form letter, serial letter, personalised, personalized, fill in
cron, when does, how often does
nato alphabet, spelling alphabet, phonetic, radio alphabet, pilot
secret, passwords, login, passphrase, pin
language, tongue, spoken
readability, easy to understand, difficult, complicated, reading age, understandable
word frequency, overused, too often, favourite words, most used, used most
character, symbol
statistics, reading time, minutes to read
table of contents, chapter, contents, headings
markdown, readme, wiki, stars and hashes
tracking, tracker, analytics, advertising, campaign
defang, unclickable, harmless, dangerous link, malicious, bad link
front matter, post header, metadata
code, snippet, script
query string, behind the question mark, after the question mark
mask, show only the last, star out
decimal, cents
ansi, terminal colour
column picker, only columns, only the columns, just the columns, keep columns, keep the columns, keep column, columns in another order
trim, in front and behind, around the text
insert text, at the bottom, at the top, at the very end, at the end of the text
count duplicate, most often, sold most, most popular, how many of each, how often each
number formatter, with a comma, with a point, comma instead of point, point instead of comma, decimal places
unix timestamp, human date, human time
`);
