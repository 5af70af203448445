"""Asks a calendar what python3-caldav (Debian) can ask, and says by lines of what did not hold. Address, name and password are its arguments."""

import sys
from datetime import datetime, timedelta

import caldav
from caldav.lib.error import AuthorizationError, NotFoundError, PutError

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//checks//DE
BEGIN:VEVENT
UID:{uid}
DTSTAMP:20310301T080000Z
DTSTART:{start}
DTEND:{end}
SUMMARY:{title}
{more}END:VEVENT
END:VCALENDAR
"""

faults = []


def holds(what, is_so):
    if not is_so:
        faults.append(what)


def text(uid, title, start="20310304T090000Z", end="20310304T100000Z", more=""):
    return TEXT.format(uid=uid, title=title, start=start, end=end, more=more)


def titles(events):
    return sorted(str(event.vobject_instance.vevent.summary.value) for event in events)


address, name, password = sys.argv[1:4]
client = caldav.DAVClient(url=address, username=name, password=password)
principal = client.principal()
calendars = {calendar.name: calendar for calendar in principal.calendars()}
holds("calendars are found: " + ", ".join(map(str, calendars)), {"Kalender", "Aufgaben"} <= set(calendars))
holds("the address of a person is found", any("mailto:" in one for one in principal.calendar_user_address_set()))
own = calendars["Kalender"]
holds("what it holds is said", own.get_supported_components() == ["VEVENT"])

own.save_event(text("py-1", "Einzeln"))
own.save_event(text("py-2", "Woche", more="RRULE:FREQ=WEEKLY;COUNT=4\n"))
day = datetime(2031, 3, 4)
holds("a day has both", titles(own.date_search(day, day + timedelta(days=1), expand=False)) == ["Einzeln", "Woche"])
later = day + timedelta(days=14)
holds("an occurrence is found", titles(own.date_search(later, later + timedelta(days=1), expand=False)) == ["Woche"])
holds(
    "a day behind the series has nothing",
    titles(own.date_search(day + timedelta(days=40), day + timedelta(days=41), expand=False)) == [],
)
expanded = own.search(start=day, end=day + timedelta(days=30), event=True, expand=True)
holds("occurrences are reckoned by the program", len(expanded) == 5)
holds("words are found", titles(own.search(event=True, summary="Einz")) == ["Einzeln"])
one = own.event_by_uid("py-1")
holds("one is found by its UID", str(one.vobject_instance.vevent.summary.value) == "Einzeln")

before = own.objects_by_sync_token(load_objects=True)
holds("all is there at first", len(list(before)) == 2)
one.vobject_instance.vevent.summary.value = "Geaendert"
one.save()
changed = own.objects_by_sync_token(before.sync_token, load_objects=True)
holds("one has changed since", titles(changed) == ["Geaendert"])
own.event_by_uid("py-2").delete()
gone = own.objects_by_sync_token(changed.sync_token)
holds("one is gone since", len(list(gone)) == 1)
try:
    own.event_by_uid("py-2")
    faults.append("what was deleted is found")
except NotFoundError:
    pass
busy = own.freebusy_request(day, day + timedelta(days=1))
holds("when time is taken is told", "20310304T090000Z/20310304T100000Z" in busy.data)

tasks = calendars["Aufgaben"]
todo = tasks.save_todo(summary="Aus Python", due=datetime(2031, 3, 6, 12))
holds("a task is found", any("Aus Python" in one.data for one in tasks.todos()))
todo.delete()
try:
    own.save_event(text("py-3", "Kaputt", start="gestern"))
    faults.append("what is broken is taken")
except (PutError, AuthorizationError):
    pass
try:
    principal.make_calendar(name="Neu")
    faults.append("a calendar is made")
except (AuthorizationError, caldav.error.MkcalendarError):
    pass
one = own.event_by_uid("py-1")
one.delete()
holds("nothing is left", own.events() == [])
print("\n".join(faults))
