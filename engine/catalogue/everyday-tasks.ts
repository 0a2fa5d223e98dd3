/**
 * What people have in hand or want when they need a tool whose name they do not know, by its slug. Not synonyms: those
 * are in `everyday-words.ts` and count for all tools. A tool without an entry is found by its other words.
 *
 * Written tool by tool: where the text comes from, what is wrong with it, what it is for.
 */
export const everydayTasks: Readonly<Record<string, string>> = {
  'character-frequency': 'how often each letter appears, most common letter, letter count, crossword, code breaking',
  'count-occurrences': 'how many times a word or name is mentioned, used or repeated; count a phrase in a text',
  'detect-format':
    'what kind of file or data is this, pasted something unknown, which separator is used, what can be done with it',
  'language-detector': 'which language is this, is it English, French, German or Spanish; foreign text; written in',
  'readability-score': 'hard or easy to read, school grade, simple language, for children, clear writing, too complex',
  'text-counter':
    'essay, tweet, post or homework within its limit; words written, letters, sentences, paragraphs, prompt size',
  'text-diff': 'compare two drafts, what was changed, added or removed, old and new version, contract, letter',
  'text-similarity': 'almost the same, how alike, plagiarism, copied, matching names, typing error, percent the same',
  'text-statistics': 'length of an essay or speech, reading time, longest word, average sentence, lines, words written',
  'unicode-inspector': 'which character is this, strange symbol, name of a sign, code of a letter, look-alike letters',
  'word-frequency':
    'words used most, repeated words, favourite words, word cloud, the same word too many times, top words of an article',

  'alternating-case': 'meme, mixed big and small letters, every other letter big',
  'camel-case': 'variable name, no spaces, programming name, join words',
  'capitalize-words': 'first letter of every word, big initial, names of people, proper names',
  'constant-case': 'name of a constant or environment variable, capitals and underscores',
  'dot-case': 'words with dots between them, name of a setting or package',
  'kebab-case': 'words with dashes or hyphens between them, class name, file name',
  'lower-case': 'small letters, everything in capitals, typed in caps, caps lock, shouting, stop shouting, quiet',
  'pascal-case': 'class name, join words with a big letter each',
  'sentence-case': 'normal capital letters, everything in capitals, caps lock, shouting, start of a sentence big',
  'snake-case': 'words with underscores between them, column name, no spaces',
  'swap-case': 'caps lock was on by accident, big letters to small and small to big',
  'title-case-converter': 'heading, headline, book or song title, chapter, article, big first letters',
  'upper-case': 'capital letters, all big, poster, sign, headline in capitals, loud',

  'comment-remover': 'notes and remarks of a programmer in source code, python, java, script, publish code',
  'css-formatter': 'stylesheet on one line, readable style, indent css rules',
  'css-minifier': 'make a stylesheet smaller, faster page, page loads slowly, squeeze style',
  'html-formatter': 'messy web page code, indent tags, readable markup',
  'js-formatter': 'javascript on one line, readable script, indent program code, minified code',
  'js-minifier': 'make a javascript or script smaller, faster page, one line, squeeze code',
  'sql-formatter': 'long database query on one line, readable query, indent select',
  'sql-minifier': 'database query on one line, squeeze query',
  'xml-formatter': 'xml on one line, readable feed, indent elements, nested tags',
  'xml-minifier': 'make xml smaller, one line, without spaces between tags',

  'csv-add-column':
    'new column in a spreadsheet or table, calculated field, add a field to each row, put two columns together, full name',
  'csv-column-picker':
    'only some columns, reorder or rename columns, delete a column, hide columns, sheet, names first',
  'csv-date-formatter': 'dates in a column of a spreadsheet, day and month the other way round, american dates',
  'csv-delimiter-converter':
    'semicolon, comma, tab or pipe between the fields, everything in one column in Excel, swap the separator',
  'csv-describe':
    'what is in this table, summary or overview of a spreadsheet, statistics of each column, how many are missing',
  'csv-diff':
    'what changed between two price lists, spreadsheets or exports, old and new table, new and deleted customers',
  'csv-explode':
    'one row for each name in a cell, several tags or values in one cell, unpack lists, comma separated cell',
  'csv-fill-down':
    'empty cells under a heading, repeat the value above, region only in its first row, fill gaps in a sheet',
  'csv-filter-rows': 'only rows where, customers from a city, orders above an amount, delete rows, spreadsheet search',
  'csv-group-by': 'pivot, subtotal, total per month, sum for each customer, region, product or city; sales, spending',
  'csv-implode':
    'rows of the same customer into one row, collect tags in one cell, collapse values of a group into a list',
  'csv-join': 'combine, match or merge two tables or spreadsheets by customer number or id, vlookup, look up',
  'csv-json-converter': 'spreadsheet, excel or table as data for a program or web app, export, import',
  'csv-number-formatter': 'prices in a column, decimal comma, euros, two decimals, currency, round a column',
  'csv-sample': 'a few random rows of a big table or spreadsheet, smaller test data, spot check of orders',
  'csv-sort': 'order a table or spreadsheet by name, price, date or column; highest first, cheapest, newest',
  'csv-to-html-table': 'spreadsheet or excel on a web page, table for a website, newsletter or blog',
  'csv-to-markdown-table': 'spreadsheet or excel as a table for github, a wiki, readme, notes or documentation',
  'csv-to-sql': 'spreadsheet, excel or list into a database, insert rows, create table, import',
  'csv-transpose': 'swap, turn or flip rows and columns, rotate a table, sideways table, horizontal to vertical',
  'csv-validator':
    'check a list before an import, which rows are wrong, missing or bad values, mandatory columns, clean data, bad mails',
  'fixed-width-csv-converter':
    'columns lined up with spaces, report or bank file of an old computer, mainframe, output of a command to a spreadsheet',
  'front-matter-extractor': 'header of a blog post, settings at the top of a markdown file, jekyll, hugo',
  'html-table-to-csv': 'table from a web page, wikipedia or website to excel or a spreadsheet, copy a table',
  'json-ini-converter': 'settings file, configuration, properties, windows settings',
  'json-ndjson-converter': 'one object per line, log export, stream of records, big query',
  'json-toml-converter': 'settings file, configuration of rust, python or cargo',
  'json-xml-converter': 'feed, soap, rss, old web service, xml document as data',
  'json-yaml-converter': 'settings file, configuration, docker, github actions',
  'list-json-converter': 'shopping list, names or lines as an array, data for a program, bullets',
  'markdown-table-to-csv': 'table from a wiki, readme, github or chat bot to excel or a spreadsheet, pipes',
  'query-string-json-converter': 'parameters after the question mark, form fields, values in a link',

  'base32-converter': 'authenticator key, two factor secret, capital letters and digits 2 to 7',
  'base64-decode': 'long gibberish with an equals sign at the end, unreadable attachment, encoded text, plain again',
  'base64-encode': 'picture or text in an email or data link, safe letters only, basic login',
  'binary-converter': 'zeros and ones, computer language, bits, bytes',
  'charset-converter':
    'file from an old computer or program, wrong letters, russian, japanese, chinese or polish text unreadable, ansi, code page',
  'hex-converter': 'hexadecimal dump, bytes as pairs of digits, letters a to f',
  'html-decode': 'ampersand codes, amp, lt, nbsp, quot in a text, normal characters again, strange codes',
  'html-encode': 'show code or tags on a web page, angle brackets, safe in a page, umlaut code',
  'jwt-decoder': 'login token, what is inside, who is logged in, expired, claims, bearer, eyJ',
  'mime-header-converter': 'subject or sender of an email looks strange, UTF-8 B or Q in a subject line',
  'morse-code-converter': 'dots and dashes, telegraph, sos, beeps, radio signals',
  'nato-alphabet-converter': 'spell a name on the phone, alpha bravo charlie, aviation, radio, booking code',
  'punycode-converter': 'domain with umlauts or foreign letters, international web address, xn',
  'quoted-printable-converter': 'email source, equals signs in a mail, =20, =3D, broken mail text',
  'rot-cipher': 'caesar, secret message, spoiler, puzzle, shift letters by 13, geocaching',
  'string-escape': 'text in quotation marks for program code, backslash, quotes, json string',
  'string-unescape': 'backslash n in a text, real line breaks, remove backslashes, text from program code or a log',
  'unicode-escape-converter': 'backslash u codes, letters as numbers, u00e9',
  'url-decode': 'percent signs in a link, %20, readable address, strange link',
  'url-encode': 'spaces or umlauts in a link, safe in an address, special characters in a link',

  'extract-between': 'text inside brackets, parentheses, quotes or tags; from one word to another; between two marks',
  'extract-code-blocks': 'program code from a chat answer, article or markdown; only the code',
  'extract-dates': 'all days, deadlines, appointments or birthdays in a contract, letter or text; when',
  'extract-domains': 'which websites or companies, site names from links or mail addresses, host',
  'extract-emails': 'mail addresses of contacts, newsletter list, who to write to, from a document or web page',
  'extract-hashtags': 'tags of posts, tweets or instagram, words with a hash, at mentions',
  'extract-ip-addresses': 'which computers in a log, visitors of a server, attackers',
  'extract-json': 'data in a chat answer or log, only the json, model or chatbot wrote text around it',
  'extract-links': 'links of a web page or html, where do links lead, href, anchor, newsletter',
  'extract-matches':
    'everything that looks like, find a pattern, order numbers, codes, mentions, search with wildcards',
  'extract-numbers': 'all figures, prices, amounts or digits in a text, only the numbers, invoice',
  'extract-phone-numbers': 'telephone, mobile or fax numbers from a letter, contacts or web page, who to call',
  'extract-records':
    'table or spreadsheet out of plain lines, fields by a sample line, own log format, report or listing, name the parts of each line, fill in columns',
  'extract-urls': 'web addresses or links in a text, mail or chat; websites mentioned',
  'html-select': 'part of a web page, scrape, element by class or id, price from a page, css selector',
  'log-parser':
    'log file of a web server as a table or spreadsheet, who visited my site, which errors happened, server messages, firewall events, visits by day',

  'ascii-table-generator': 'table with lines and corners in plain text, email or terminal; draw a box',
  'ascii-tree-generator':
    'folder structure, family tree, hierarchy, outline or organisation drawn as text; directories',
  'lorem-ipsum-generator': 'fill a layout, mockup or design; meaningless text, paragraphs for a test page',
  'sequence-generator': 'counting list, numbers from to, tickets, labels, seats, file names, codes with leading zeros',
  'sql-list-generator': 'ids, names or numbers in quotes with commas, where in clause, list for a query',
  'template-renderer':
    'letter or mail with names filled in, form letter, merge, placeholders, certificates, invitations',

  'checksum-text': 'copy arrived complete, transmission error, crc, compare files, control number',
  'hash-text': 'fingerprint of a text or file, md5, sha, same content, password hash, not readable',
  'hmac-text': 'sign a message with a key, signature of a webhook, genuine sender',
  'uuid-parser': 'long id with dashes, when was an id made, version of an id',
  'uuid-v5-generator': 'the same id for the same name, stable unique id, create ids',

  'json-convert-keys':
    'field names from camel to snake case, rename all keys, underscores in keys, naming style of data',
  'json-diff': 'two answers or settings files compared, what changed in the data, difference of two objects',
  'json-flatten': 'nested data to one level, dotted names, deep structure to a flat list for a table',
  'json-formatter': 'json on one line, unreadable, ugly, line breaks, indent, pretty, answer of a web service',
  'json-minifier': 'make json smaller, one line, remove spaces, save room',
  'json-patch': 'apply changes, update a settings file, add or remove a field, merge changes',
  'json-path': 'one value from deep data, get a field, find all prices, first entry',
  'json-pick-keys': 'only some fields, leave fields out, keep name and id, drop fields, smaller objects',
  'json-query': 'filter, sum or reshape data, entries where, list of names from objects',
  'json-remove-empty': 'null, nothing in it, fields without a value, blank fields, clean data',
  'json-repair': 'missing bracket or comma, single quotes, trailing comma, cut off, error, written by a chatbot',
  'json-schema-validator': 'document fits the rules, required fields, is the data complete, check against a schema',
  'json-sort-keys': 'fields in alphabetical order, same order of fields, compare settings',
  'json-to-typescript': 'types or interface for data, declaration of an answer',
  'json-unflatten': 'dotted names back to nested data, flat list to a deep structure',
  'json-validator': 'is it correct, syntax error, which line is wrong, unexpected token',

  'add-line-numbers': 'numbered list, count in front of each line, 1. 2. 3., number lines of a poem',
  'add-prefix-suffix':
    'put something before or after every line, bullet, dash, star, comma, quotes, greater sign, reply',
  'chunk-text': 'parts of at most some characters, sms, tweets, thread, message too long for one, pieces',
  'collapse-whitespace': 'double spaces, too many blanks, several spaces to one, pasted from a pdf, gaps, tabs',
  'dedent-lines': 'remove common spaces at the left, shift code left, too far right, pasted code',
  'extract-columns': 'nth word of each line, second field, columns of a log, cut out a part of each line',
  'extract-nth-lines': 'every second, third or other line; odd or even lines; sample; skip lines',
  'head-lines': 'first lines, beginning of a file, top ten, preview, without the last lines',
  'indent-lines': 'spaces before every line or paragraph, move to the right, four blanks, quote, code block',
  'indentation-converter': 'tabs and spaces mixed at the start of lines, tabs to spaces, python code, tab width',
  'insert-text': 'put text at a position, add at line, add a header or footer, in the middle',
  'join-lines': 'list to one line, separated by commas or semicolons, glue lines together, recipients',
  'line-break-remover': 'broken lines from a pdf or mail, flowing paragraph, hard returns, one paragraph, hyphenated',
  'line-ending-converter': 'windows, mac, unix or linux file, notepad shows all in one line, carriage return',
  'pad-lines': 'same width, fill with spaces or zeros, line up text, center, right align',
  'remove-blank-lines': 'empty lines or rows, gaps between lines or paragraphs, too much room between lines',
  'repeat-text': 'write a word many times, hundred times, copy text again and again, duplicate text, punishment',
  'reverse-text': 'write backwards, spell from the end, mirror, palindrome, letters or words in reverse order',
  'slice-text': 'part of a text from position to position, middle part, first characters, cut the beginning',
  'split-text': 'each item or word on a line of its own, comma list to lines, break a list up, sentences',
  'tail-lines': 'last lines, end of a log, newest entries, skip the header, without the first lines',
  'trim-lines': 'spaces at the start or end of each line, leading blanks, copied list',
  'trim-text': 'spaces or empty lines before and after a text, start and end',
  'truncate-text': 'shorten to a length, cut after characters, tweet, description, preview with dots',
  'wrap-text': 'lines too long, break lines after 80 characters, narrow column, mail, line length',

  'extract-article': 'only the story of a news page or blog post, reader view, without boilerplate, menus and ads',
  'html-to-markdown': 'web page or article to notes, wiki or readme; keep headings and links; obsidian, notion',
  'html-to-text': 'words of a web page, newsletter or mail without tags, readable, recipe from a site, plain',
  'markdown-table-formatter': 'columns of a table in a readme do not line up, align pipes, neat table',
  'markdown-to-html': 'notes or readme to a web page, blog post, headings and bold on a website',
  'markdown-to-text': 'stars, hashes and underscores out of a text, chat bot answer without formatting, plain',
  'markdown-toc-generator': 'overview of headings, contents with links, index of chapters, readme',
  'strip-html-tags':
    'angle brackets, p, b, br or div in a text, web code, copied from a website, formatting, only the words',
  'text-to-html': 'plain text, letter or paragraphs to a web page, line breaks on a website, clickable links',

  'cron-describer': 'crontab line, when does a job run, schedule, five stars, how often, next time',
  'date-calculator':
    'days between two dates, how old, deadline, weeks or months after, weekday, until christmas, add days',
  'date-formatter': 'other way to write a date, day, month and year; weekday of a date, american, german, english date',
  'math-evaluator': 'calculator, sum, times, plus, minus, divided, percent, tax, square root, discount, formula',
  'number-base-converter': 'binary, hex, octal, decimal number, base 2 or 16, 0x, computer number',
  'number-formatter':
    'thousands separator, decimal comma or point, round, currency, euros, dollars, percent, big number',
  'number-statistics':
    'average, mean, median, middle, sum, total, add up, smallest, biggest, spread of grades or expenses',
  'roman-numeral-converter': 'roman letters or numbers, which year, XIV, IV, monument, king, clock, film',
  'unix-timestamp-converter': 'long number as date and time, seconds since 1970, log time, when was that',

  'mask-text': 'stars over a number, only the last four digits, account, card or iban, hide part, black out',
  'pii-redactor':
    'names, mail addresses, phone numbers, accounts and cards out of a text, gdpr, privacy, before sharing',
  pseudonymizer: 'fake or code names for people, always the same, patients, customers, study, stays the same',
  'redact-words': 'black out names or words, swear words, bad language, censored, beep, secret project',
  'secret-redactor': 'passwords, keys, tokens or login data in a log or settings file, before posting, leaked',

  'find-replace': 'change one word or name to another everywhere, search and replace, wrong spelling, swap',
  'multi-replace': 'change many words at once, list of replacements, translate terms, dictionary, abbreviations',
  'regex-replace': 'pattern, swap first and last name, reorder parts of a line, remove numbers, wildcard, capture',
  'remove-characters': 'delete digits, punctuation, brackets, dashes, letters or symbols; only digits; without commas',
  'translate-characters': 'each letter by another, letter for letter, leet, swap two characters, a by b',

  'cluster-values':
    'same name spelt differently, inconsistent spellings, variants of a company, city or customer, tidy up',
  'compare-lists':
    'missing people, in one list but not the other, in both, who is new, members, guests, attendance, paid',
  'count-duplicate-lines': 'votes, how often each entry appears, most frequent, survey answers, tally, ranking',
  'dedupe-sort': 'unique sorted list, each entry once, alphabetical without doubles, address book',
  'filter-lines': 'only lines with a word, mention, error or warning in a log, search lines, leave lines out, grep',
  'keep-duplicate-lines': 'which entries are double, repeated names, find doubles, who is in the list twice',
  'remove-duplicate-lines':
    'entries that are in a list twice or three times, double names, repeated, only once, guests',
  'remove-near-duplicates':
    'almost the same text twice, copied passages, reworded paragraphs, training data, corpus, crawl',
  'reverse-lines': 'upside down list, last line first, newest on top, bottom to top, opposite order',
  'sample-lines': 'pick some random lines or names, spot check of a log, smaller test data, choose at random',
  'shuffle-lines': 'random order, draw names, raffle, winner, teams, secret santa, mix a list, lottery, seating',
  'sort-lines': 'alphabet, a to z, order names, by number, length or date; longest first, highest score, ranking',

  'mojibake-fixer': 'broken umlauts or accents, strange letters, wrong encoding, Ã, question marks, unreadable letters',
  'remove-accents':
    'umlauts, foreign letters, plain letters, without dots or strokes, café, é, ñ, ü, form refuses letters',
  'remove-ansi-codes': 'colours and brackets in terminal output, build log, escape codes, 31m',
  'remove-emojis': 'smileys, faces, hearts, pictures, icons in a chat, message or post',
  'remove-invisible-characters': 'cannot see, hidden, zero width, squares or boxes, copied text behaves strangely, bom',
  slugify: 'title or headline to a web address, link name, web friendly, file name, blog post address, seo',
  'smart-quotes-remover': 'curly or fancy quotes and apostrophes, typed in word or on a phone, long dashes, straight',
  'to-ascii':
    'plain letters, other alphabets, cyrillic, greek or chinese in latin letters, old system, english keyboard',
  'unicode-normalizer': 'look the same but are not equal, composed letters, search does not find, full width',

  'cidr-calculator': 'how many computers or devices in a network, subnet, first and last address, mask, home network',
  'email-normalizer': 'same mailbox, gmail dots and plus, duplicate customers, lower case addresses',
  'ip-converter': 'address as number, ipv4 to ipv6, private or public address, short form',
  'phone-formatter': 'telephone numbers all the same way, country code, +49, international, for calling from abroad',
  'url-cleaner': 'tracking, utm, fbclid, junk, shorter link, share a link, shop or newsletter link, privacy',
  'url-defanger': 'dangerous, phishing, virus or spam link, nobody can click it, warn colleagues, hxxp',
  'url-parser': 'parts of a web address, parameters, domain, path or port of a link',
  'user-agent-parser':
    'which browser, phone or computer a visitor has, mobile or desktop, robots and crawlers among visitors, ai bots',
};
